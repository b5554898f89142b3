"""The workbench in a browser: an API, and pages drawn by the same drawing room.

Nothing is imported here: the processes that answer questions need no web server.
"""
