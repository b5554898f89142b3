"""The web server of the workbench: its API and its pages.

This module imports nothing, so that worker processes, which use only some modules of this package, do not
import the web server.
"""
