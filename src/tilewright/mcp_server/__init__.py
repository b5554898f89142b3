"""A server for the Model Context Protocol: programs ask for games, solves, checks, hints and moves.

`tools` defines the tools without any dependency on the protocol, `tool_calls` runs each call in a process of
its own with limits, and `server` speaks the protocol with the official Python SDK (the extra ``mcp``).
"""
