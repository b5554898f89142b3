"""Child processes: start them, exchange messages with them, limit their time and memory, kill all they started.

- `process_tree`: a process and its descendants;
- `messages`: the frames that a supervised child and its parent exchange;
- `supervised_child` and `child_main`: the parent's and the child's side of a Python process that runs a named
  function;
- `outside_program`: a program written by others, run until it ends.
"""
