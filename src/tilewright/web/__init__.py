"""The workbench in a browser: an API, and pages drawn by the same drawing room."""

from tilewright.web.app import create_app
from tilewright.web.server import serve

__all__ = ["create_app", "serve"]
