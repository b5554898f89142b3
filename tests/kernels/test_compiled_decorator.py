"""The decorator `compiled`: calls between kernels, Python functions and other Numba functions."""

from __future__ import annotations

import numpy as np
import pytest
from numba import int64, njit, types

from kernels.compile_events import compiled_functions
from tilewright.compiled import compiled

# The tests count compilations, so each test begins with an empty kernel cache.
pytestmark = pytest.mark.usefixtures("folder")


@compiled
def half(number):  # type: ignore[no-untyped-def]
    if number < 0:
        raise ValueError("the number is negative")
    return number // 2


@compiled
def fibonacci(n):  # type: ignore[no-untyped-def]
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@compiled
def sum_of_halves(numbers):  # type: ignore[no-untyped-def]
    total = half(7) + fibonacci(5)
    for number in numbers:
        total += half(number)
    return total


def test_kernels_call_each_other_and_themselves() -> None:
    assert sum_of_halves(np.array([4, 6])) == 3 + 5 + 2 + 3
    assert fibonacci(10) == 55
    assert half(9) == 4


def test_an_exception_of_a_called_kernel_reaches_python() -> None:
    with pytest.raises(ValueError, match="the number is negative"):
        sum_of_halves(np.array([4, -6]))


def test_constants_do_not_lead_to_more_versions_of_a_kernel() -> None:
    @compiled
    def callee(number):  # type: ignore[no-untyped-def]
        return number + 1

    @compiled
    def caller(number):  # type: ignore[no-untyped-def]
        return callee(0) + callee(1) + callee(2) + callee(number)

    with compiled_functions() as functions:
        assert caller(3) == 10
    assert functions.count("callee") == 1


def test_a_kernel_with_a_signature_converts_its_arguments() -> None:
    @compiled(signature=int64(int64))
    def double(number):  # type: ignore[no-untyped-def]
        return 2 * number

    @compiled
    def caller(flag, byte):  # type: ignore[no-untyped-def]
        return double(flag) + double(byte)

    with compiled_functions() as functions:
        assert double(np.uint8(200)) == 400
        assert double(True) == 2
        assert caller(True, np.uint8(200)) == 402
    assert functions.count("double") == 2  # compiled once for calls from Python, once for other kernels


def test_numba_functions_call_kernels_and_kernels_call_numba_functions() -> None:
    @njit
    def plain(numbers):  # type: ignore[no-untyped-def]
        return half(len(np.zeros(numbers[0])))

    @compiled
    def kernel(numbers):  # type: ignore[no-untyped-def]
        return plain(numbers) + 1

    assert kernel(np.array([8])) == 5
    assert plain(np.array([8])) == 4
    with pytest.raises(ValueError, match="negative"):
        plain(np.array([-8]))


def test_a_kernel_is_passed_as_a_function_pointer() -> None:
    signature = int64(int64)

    def increment(number):  # type: ignore[no-untyped-def]
        return number + 1

    def decrement(number):  # type: ignore[no-untyped-def]
        return half(number) - 1

    @compiled(signature=int64(types.FunctionType(signature), int64))
    def apply_twice(function, number):  # type: ignore[no-untyped-def]
        return function(function(number))

    pointers = [compiled(signature=signature, pointer=True)(each) for each in (increment, decrement)]
    assert [apply_twice(pointer, 20) for pointer in pointers] == [22, 3]


def test_an_inlined_kernel_gives_the_same_result() -> None:
    @compiled(inline=True)
    def add(one, other):  # type: ignore[no-untyped-def]
        return one + other

    @compiled
    def caller(number):  # type: ignore[no-untyped-def]
        return add(number, 1) * 2

    assert caller(4) == 10


def test_an_assignment_of_an_array_of_another_shape_raises_and_compiles_no_string_functions() -> None:
    @compiled
    def assign(target, source):  # type: ignore[no-untyped-def]
        target[:] = source

    numbers = np.zeros(3)
    with compiled_functions() as functions:
        assign(numbers, np.ones(3))
    assert numbers.tolist() == [1.0, 1.0, 1.0]
    # Numba compiles `raise_shape_error` once for all kernels of a process.
    assert set(functions) - {"raise_shape_error"} == {"assign"}
    with pytest.raises(ValueError, match="does not have the shape of the slice"):
        assign(numbers, np.ones(2))
