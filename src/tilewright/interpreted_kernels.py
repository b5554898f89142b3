"""Run a kernel as an ordinary Python function, for short calls while no machine code exists.

Compiling the kernels of a game takes several seconds. A small puzzle is solved sooner if Python interprets the
kernel. Interpreted kernels must give exactly the results of compiled ones, but the rules of arithmetic differ:

- NumPy computes sums and shifts in the type of the array elements, so small integer types overflow. Numba
  converts elements to 64 bits first.
- Python's integers grow without limit. Numba's integers wrap around at 64 bits.

So a kernel is interpreted only if its author has declared that its integers, including the results of shifts,
fit into a signed 64-bit integer, and if all its arrays have elements of type int64. As a further safeguard,
NumPy reports sums, differences and products that overflow, and numbers that do not fit into an array element.
After any error, and after too many calls, the arrays get their previous content back, and the caller compiles
the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import CodeType, FunctionType
from typing import Any

import numpy as np

__all__ = ["NotInterpreted", "always_compile", "can_interpret", "interpret"]

CALL_LIMIT, PROCESS_LIMIT = 125_000, 500_000
"""The limits on the number of interpreted kernel calls: per call from Python, and in the whole process.

In kernels such as those of Nurikabe, the limit per call from Python is reached after about half a second, the
limit of the process after about two seconds. The limits are numbers of calls, not times, so whether a call is
interpreted does not depend on the speed of the machine.
"""

_process_left = PROCESS_LIMIT
_call_left = 0
_functions: dict[FunctionType, Callable[..., Any]] = {}


class NotInterpreted(Exception):
    """A limit on calls was reached, or interpreting a kernel failed; the kernel's arrays have been restored."""


def always_compile() -> None:
    """From now on, do not interpret any kernel in this process: every kernel is compiled."""
    global _process_left
    _process_left = 0


def can_interpret(arguments: Sequence[Any]) -> bool:
    """Return whether all arguments are integers or int64 arrays, and the process may still interpret calls."""
    return _process_left > 0 and all(
        argument.dtype == np.int64 if isinstance(argument, np.ndarray) else isinstance(argument, int | np.int64)
        for argument in arguments
    )


def interpret(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Call a kernel's Python function; if that fails, restore the arrays and raise `NotInterpreted`."""
    global _call_left, _process_left
    granted = _call_left = min(CALL_LIMIT, _process_left)
    arrays = [argument for argument in arguments if isinstance(argument, np.ndarray)]
    contents = [array.copy() for array in arrays]
    try:
        with np.errstate(all="raise"):
            return _to_python(_interpreted(function)(*arguments))
    except Exception as error:
        for array, content in zip(arrays, contents, strict=True):
            array[...] = content
        raise NotInterpreted from error
    finally:
        _process_left -= granted - _call_left


def _interpreted(function: Any) -> Callable[..., Any]:
    """Return a copy of a kernel's function that calls other kernels as Python functions and counts calls."""
    if function not in _functions:
        names: dict[str, Any] = {}
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)

        def counted(*arguments: Any) -> Any:
            global _call_left
            _call_left -= 1
            if _call_left < 0:
                raise NotInterpreted
            return copy(*arguments)

        # The function is registered before its callees are prepared, because kernels may be recursive.
        _functions[function] = counted
        known = function.__globals__
        names.update({name: _callee(known[name]) for name in _used_names(function.__code__) if name in known})
    return _functions[function]


def _used_names(code: CodeType) -> set[str]:
    """Return the names of the globals and attributes that a function uses."""
    inner = (_used_names(each) for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*inner)


def _callee(value: Any) -> Any:
    kernel_function = getattr(value, "py_func", None)
    return value if kernel_function is None else _interpreted(kernel_function)


def _to_python(value: Any) -> Any:
    """Convert a result to the form that a compiled kernel returns: Python numbers instead of NumPy scalars."""
    if isinstance(value, tuple):
        return tuple(map(_to_python, value))
    return value.item() if isinstance(value, np.generic) else value
