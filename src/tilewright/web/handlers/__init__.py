"""Request handlers: functions that a worker process runs to answer a request of the API."""
