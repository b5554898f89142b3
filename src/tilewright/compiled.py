"""The decorator `compiled`, which compiles a function with Numba and caches its machine code.

A function with this decorator is a *kernel*. Python code and other kernels can call it. Numba compiles it for
the types of its arguments when it is first called, and :mod:`tilewright.kernel_cache` stores the machine code
on disk for later processes.

By default, Numba compiles every function as if Python called it: it generates machine code and a wrapper that
unpacks Python objects, and it repeats this for every constant that a caller passes as an argument. For a kernel
that only other kernels call, this work is wasted. So a kernel has two dispatchers. The *outer* dispatcher
serves calls from Python. The *inner* dispatcher serves calls from other kernels. It translates the function to
LLVM's intermediate representation and optimises this representation, so that the callers' code becomes faster.
It generates no machine code.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, overload

from numba.core import sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Flags, compile_extra
from numba.core.registry import CPUDispatcher
from numba.core.types.misc import unliteral
from numba.extending import overload as register

from tilewright.interpreted_kernels import NotInterpreted, can_interpret, interpret
from tilewright.kernel_cache import KernelCache
from tilewright.paused_garbage_collection import paused_garbage_collection

__all__ = ["compiled", "is_compiled"]

_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}


@overload
def compiled(function: Callable[..., Any]) -> Callable[..., Any]: ...


@overload
def compiled(
    *, signature: Any = None, inline: bool = False, pointer: bool = False, interpretable: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...


def compiled(
    function: Any = None,
    *,
    signature: Any = None,
    inline: bool = False,
    pointer: bool = False,
    interpretable: bool = False,
) -> Any:
    """Compile a function with Numba and cache its machine code.

    - `signature`: Numba compiles the function for these types only and converts the arguments to them.
    - `inline`: Numba copies the function into its callers before it infers types.
    - `pointer`: the function can be passed to a kernel as an argument of type `types.FunctionType`. It needs a
      signature and is compiled when it is defined, not when it is first called.
    - `interpretable`: until machine code exists, Python interprets short calls to the function
      (:mod:`tilewright.interpreted_kernels`). All integers in the function and in the kernels that it calls,
      including the results of shifts, must fit into a signed 64-bit integer; all arrays must have elements of
      type int64; and the kernels must have no effect except on the elements of their arrays.
    """

    def decorate(function: Callable[..., Any]) -> Kernel:
        options = {**_OPTIONS, "inline": "always"} if inline else dict(_OPTIONS)
        kernel = Kernel(function, signature, {**options, "no_cfunc_wrapper": not pointer}, interpretable)
        if pointer:
            kernel.compile_signature()
        return kernel

    return decorate if function is None else decorate(function)


def is_compiled(kernel: Any) -> bool:
    """Return whether this process has compiled the kernel or loaded its machine code."""
    return bool(kernel.overloads)


class _InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The optimised code of one function before machine code is generated; callers link it into their code."""

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _KernelDispatcher(CPUDispatcher):  # type: ignore[misc]
    """Base class of a kernel's two dispatchers; each stores its compiled code in a `library_class` object."""

    library_class: ClassVar[type]
    options: ClassVar[dict[str, Any]]
    has_machine_code: ClassVar[bool]

    def __init__(self, function: Callable[..., Any], signature: Any, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions={**options, **self.options})
        self._signature = signature
        self._compiler._compile_core = self._compile

    def compile_signature(self) -> None:
        """Compile the function for the signature that was given to the decorator, if any."""
        if self._signature is not None and self._can_compile:
            self.compile(self._signature)
            self.disable_compile()

    def _compile(self, args: Any, return_type: Any) -> Any:
        flags = Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = not self.has_machine_code
        codegen = self.targetctx.codegen()
        library = self.library_class(codegen, self.py_func.__qualname__)
        library.enable_object_caching()
        return compile_extra(
            self.typingctx,
            self.targetctx,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=library,
        )


class _InnerDispatcher(_KernelDispatcher):
    """The inner dispatcher, which serves calls from other kernels."""

    library_class = _InnerLibrary
    options: ClassVar = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    has_machine_code = False

    def get_call_template(self, args: Any, kws: Any) -> Any:
        # A constant argument has a literal type. If it kept this type, Numba would compile the function once
        # for each constant.
        args = tuple(unliteral(argument) for argument in args)
        kws = {name: unliteral(argument) for name, argument in kws.items()}
        self.compile_signature()
        return super().get_call_template(args, kws)

    def add_overload(self, cres: Any) -> None:
        # The compile result has no machine code to call; callers find the code through the library that
        # contains it.
        self.overloads[tuple(cres.signature.args)] = cres
        self.targetctx.insert_user_function(cres.library, cres.fndesc, [cres.library])

    def get_overload(self, sig: Any) -> Any:
        arguments, _ = sigutils.normalize_signature(sig)
        return self.overloads[tuple(arguments)].library


class Kernel(_KernelDispatcher):
    """The outer dispatcher, which serves calls from Python and owns the inner dispatcher."""

    library_class = JITCodeLibrary
    options: ClassVar = {}
    has_machine_code = True

    def __init__(
        self, function: Callable[..., Any], signature: Any, options: dict[str, Any], interpretable: bool
    ) -> None:
        super().__init__(function, signature, options)
        self._interpretable = interpretable
        self._cache = KernelCache(function)
        self._inner = _InnerDispatcher(function, signature, options)

    # Numba uses the next three members when it compiles a function that calls this kernel.

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self._inner.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self._inner.get_overload(sig)

    @property
    def is_compiling(self) -> bool:
        return bool(self._compiling_counter) or bool(self._inner._compiling_counter)

    # Numba calls the next method when Python calls this kernel and there is no machine code for the types of
    # the arguments.

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Return a callable for these arguments: compiled code for their types, or the interpreted function."""
        if self._signature is not None and self._can_compile:
            self.compile_signature()
            return self
        if self._interpretable and not kws and can_interpret(args):
            types = tuple(map(self.typeof_pyval, args))
            if not self._cache.contains(types):
                return self._interpret
        return super()._compile_for_args(*args, **kws)

    def _interpret(self, *args: Any) -> Any:
        try:
            return interpret(self.py_func, args)
        except NotInterpreted:
            self._interpretable = False
            return self(*args)

    def _compile(self, args: Any, return_type: Any) -> Any:
        _shorten_shape_errors()
        with paused_garbage_collection():
            result = super()._compile(args, return_type)
        # To raise an exception, a kernel needs Numba's environment object, but Numba sets this object only for
        # functions with their own machine code.
        for environment in result._find_referenced_environments():
            result.codegen.set_env(environment.env_name, environment)
        return result


@cache
def _shorten_shape_errors() -> None:
    """Make kernels raise an error with a constant message if an array is assigned to a slice of another shape.

    Numba's own message contains both shapes. To build this message, Numba would compile string functions for
    every kernel that assigns an array to a slice. This would take seconds.
    """
    from numba.np import arrayobj

    def raise_shape_error(source_shape: Any, slice_shape: Any) -> None:
        raise ValueError("the array does not have the shape of the slice to which it is assigned")

    def implementation(source_shape: Any, slice_shape: Any) -> Callable[[Any, Any], None]:
        return raise_shape_error

    register(raise_shape_error)(implementation)
    # Numba looks this name up whenever it compiles an assignment to a slice.
    arrayobj.raise_with_shape_context = raise_shape_error
