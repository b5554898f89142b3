"""Functions that the commands share: read arguments, print tables, JSON and progress, and set exit statuses."""

from tilewright.console.data_and_cache_folders import cache_folder, data_folder
from tilewright.console.errors_to_exit_status import guarded
from tilewright.console.inputs import INPUT_LIMIT, parse_argument, read_argument, read_settings
from tilewright.console.interruption import interruptible
from tilewright.console.output import print_json, print_table, say, write_chunks
from tilewright.console.progress_line import LiveLine, show_elapsed

__all__ = [
    "INPUT_LIMIT",
    "LiveLine",
    "cache_folder",
    "data_folder",
    "guarded",
    "interruptible",
    "parse_argument",
    "print_json",
    "print_table",
    "read_argument",
    "read_settings",
    "say",
    "show_elapsed",
    "write_chunks",
]
