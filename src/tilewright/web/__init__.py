"""The web server of the workbench: its API and its pages.

This module imports nothing. So worker processes, which use only some modules of this package, do not load the
web server.
"""
