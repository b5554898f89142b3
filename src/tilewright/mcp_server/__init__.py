"""A server for the Model Context Protocol, with tools that list games, solve, check, give hints and play.

`tools` defines the tools without any dependency on the protocol, `tool_calls` runs each call in its own process
with limits, and `server` speaks the protocol with the official Python SDK (installed by the extra ``mcp``).
"""
