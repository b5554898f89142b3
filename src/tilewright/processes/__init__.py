"""Child processes: start them, exchange messages, limit time and memory, and kill all their descendants.

- `process_tree`: a process and its descendants;
- `pipes`: the pipes to a process, written and read without blocking;
- `messages`: the frames that a supervised child and its parent exchange;
- `function_in_child_process` and `child_main`: the parent's and the child's side of a Python process that runs
  a named function;
- `program_killed_with_parent`: an external program that is killed if this process dies;
- `outside_program`: an external program, run until it ends;
- `line_program`: an external program that keeps running and exchanges lines with this process.
"""
