"""Request handlers: functions that a worker process runs to answer an API request."""
