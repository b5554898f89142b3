"""The workbench in a browser: an API, and pages.

This module imports nothing, because the worker processes do not need the web server.
"""
