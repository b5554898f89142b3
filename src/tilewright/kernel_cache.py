"""The cache of machine code. Each file contains one kernel for one signature.

The name of a file contains a digest of everything that the machine code depends on: the versions of Python,
Numba and llvmlite, the processor, the signature, and the content of the source files and data files that the
kernel's module uses, directly or through other modules. Time stamps are not used. So outdated machine code is
never loaded, and all clones of the repository with the same code share the files.

A kernel is looked up in two folders: in the user's cache folder, to which newly compiled kernels are written;
and in the package, because a released wheel contains kernels that run on every processor of the platform. A
damaged file is ignored and written again. If the cache folder cannot be written to, every process compiles
its kernels again and prints a warning.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding as llvm
from numba.core import config
from numba.core.caching import NullCache
from numba.core.codegen import get_host_cpu_features
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from tilewright.import_and_compile_cpu_time import COMPILE, LOAD, count, phase

__all__ = [
    "GENERIC",
    "NATIVE_ONLY",
    "KernelCache",
    "code_identity",
    "dependencies",
    "is_intact",
    "kernel_folder",
    "kernel_folders",
    "shipped_kernels",
    "used_files",
    "write_file",
]

_PACKAGE = Path(__file__).parent
_SUFFIX = ".kernel"
_DIGEST_SIZE = hashlib.sha256().digest_size
_IMPORT = re.compile(
    rb"^\s*(?:from\s+(tilewright[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+(tilewright[\w.]*))",
    re.MULTILINE,
)
_DATA_FILE = re.compile(rb"\"([\w-]+\.(?:json|csv|npy|npz|txt|toml))\"")

GENERIC = "generic"
"""LLVM's name for a baseline processor of the platform; the kernels in a released wheel are compiled for it."""

NATIVE_ONLY = "TILEWRIGHT_NATIVE_ONLY"
"""The environment variable that `tilewright compile --native` sets to ignore the kernels in the package."""

used_files: set[str] = set()
"""The names of the cache files that this process has read or written."""


def kernel_folder() -> Path | None:
    """Return the folder for compiled kernels, which is ``tilewright/kernels`` in the user's cache folder.

    The environment variable TILEWRIGHT_KERNELS can name another folder. Return None if neither this variable
    nor XDG_CACHE_HOME is set and the user has no home folder.
    """
    if named := os.environ.get("TILEWRIGHT_KERNELS"):
        return Path(named)
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    # `expanduser` returns the path unchanged, with the tilde, if there is no home folder.
    return None if caches.startswith("~") else Path(caches) / "tilewright" / "kernels"


def shipped_kernels() -> Path:
    """Return the package's folder of compiled kernels; only a released wheel contains this folder."""
    return _PACKAGE / "_kernels"


def kernel_folders() -> list[tuple[Path, str]]:
    """Return the folders in which kernels are looked up, each with the processor that its kernels are for."""
    folder = kernel_folder()
    own = [] if folder is None else [(folder, _processor())]
    shipped = [] if os.environ.get(NATIVE_ONLY) else [(shipped_kernels(), GENERIC)]
    return [*own, *shipped]


class KernelCache(NullCache):  # type: ignore[misc]
    """The cache of one kernel, in the form that Numba's dispatchers use."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._enabled = _location(function) is not None

    @phase(LOAD)
    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel, or None if it is not in the cache."""
        if not self._enabled:
            return None
        # Machine code needs Numba's runtime library, but not the many modules of the compiler. Importing them
        # would take longer than computing a typical answer.
        rtsys.initialize(target_context)
        for folder, processor in kernel_folders():
            name = self._file_name(sig, processor)
            payload = _read_checked(folder / name)
            if payload is None:
                continue
            try:
                result = CompileResult._rebuild(target_context, *pickle.loads(payload))
            except Exception:
                # If another program has written the file, it may contain anything. A damaged file is ignored,
                # and the next folder is tried. The kernel is compiled only if no folder has a usable file.
                continue
            used_files.add(name)
            count("loaded_kernels")
            return result
        return None

    def contains(self, sig: Any) -> bool:
        """Return whether the cache has a file for this signature; the file may be damaged."""
        return self._enabled and any(
            (folder / self._file_name(sig, processor)).is_file() for folder, processor in kernel_folders()
        )

    @phase(COMPILE)
    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a compiled kernel to the cache folder."""
        if (
            not self._enabled
            or any(not each.can_cache for each in data.lifted)
            or data.library.has_dynamic_globals
        ):
            return
        name = self._file_name(sig, _processor())
        payload = dumps(_reduced(data))
        if write_file(name, hashlib.sha256(payload).digest() + payload):
            used_files.add(name)

    def _file_name(self, sig: Any, processor: str) -> str:
        function = self._function
        closure = dumps(tuple(cell.cell_contents for cell in function.__closure__ or ()))
        path = _location(function)
        assert path is not None
        digest = hashlib.sha256(f"{code_identity(path, processor)}\n{sig}\n".encode())
        digest.update(function.__code__.co_code + closure)
        module = function.__module__.removeprefix("tilewright.")
        return f"{module}.{function.__qualname__}-{digest.hexdigest()[:32]}{_SUFFIX}"


def _reduced(result: CompileResult) -> tuple[Any, ...]:
    """Return a compile result in a form that can be pickled.

    Numba would include the code in LLVM's intermediate representation, so that callers can link it. Other
    kernels link the code of the inner dispatcher instead (see `tilewright.compiled`), so a module with empty
    functions of the same names is enough.
    """
    library, description, environment, signature, object_mode, lifted, _, *rest = result._reduce()
    name, kind, (machine_code, _) = library
    names = [function.name for function in result.library.get_defined_functions()]
    stub = "\n".join(f'define void @"{name}"() {{ ret void }}' for name in names)
    library = name, kind, (machine_code, llvm.parse_assembly(stub).as_bitcode())
    # The annotated source text, which only Numba's inspection methods show, is left out.
    return (library, description, environment, signature, object_mode, lifted, "", *rest)


# --- What machine code depends on -----------------------------------------------------------------------


@cache
def _versions() -> str:
    python = f"{platform.python_implementation()} {sys.version_info.major}.{sys.version_info.minor}"
    target = f"{sys.platform} {platform.machine()}"
    return f"{python}, {target}, numba {numba.__version__}, llvmlite {version('llvmlite')}"


def code_identity(path: Path, processor: str | None = None) -> str:
    """Return a string for all that a kernel's machine code depends on, except its signature and its closure."""
    return f"{_versions()}\n{processor or _processor()}\n{_source_digest(path)}"


def _processor() -> str:
    """Return the processor for which Numba compiles: its name and its features."""
    name: str = config.CPU_NAME or llvm.get_host_cpu_name()
    features: str | None = config.CPU_FEATURES
    if features is None:
        features = get_host_cpu_features()
    return f"{name} {features}".rstrip()


@cache
def _location(function: Callable[..., Any]) -> Path | None:
    """Return the source file of a function; None for a function that was defined without a file."""
    path = Path(function.__code__.co_filename)
    return path if path.is_file() else None


@cache
def _source_digest(path: Path) -> str:
    lines = []
    for file in dependencies(path):
        name = file.relative_to(_PACKAGE).as_posix() if file.is_relative_to(_PACKAGE) else file.name
        lines.append(f"{name} {hashlib.sha256(_read(file)).hexdigest()}\n")
    return hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()


def dependencies(path: Path) -> set[Path]:
    """Return the source files and data files on which the constants and functions of a module may depend.

    These are the module itself, the modules of Tilewright that it imports, directly or through other modules,
    and their data files. A JSON, CSV, NumPy, text or TOML file is a data file of a module if it is in the
    module's folder and the module's source contains its name in double quotation marks.
    """
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _direct_dependencies(file)
    return found


@cache
def _direct_dependencies(path: Path) -> tuple[Path, ...]:
    if path.suffix != ".py":
        return ()
    source = _read(path)
    modules = [file for module in _imported_modules(source) for file in _module_files(module)]
    named = [path.parent / name.decode() for name in _DATA_FILE.findall(source)]
    return (*modules, *(file for file in named if file.is_file()))


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


def _imported_modules(source: bytes) -> Iterator[str]:
    """Yield the names of imported modules, and of everything imported from them, which may also be modules."""
    for package, names, module in _IMPORT.findall(source):
        yield (package or module).decode()
        for name in re.findall(rb"(\w+)(?:\s+as\s+\w+)?", names):
            yield f"{package.decode()}.{name.decode()}"


def _module_files(module: str) -> list[Path]:
    path = _PACKAGE.joinpath(*module.split(".")[1:])
    return [file for file in (path.parent / f"{path.name}.py", path / "__init__.py") if file.is_file()]


# --- Files ----------------------------------------------------------------------------------------------


def _read_checked(path: Path) -> bytes | None:
    """Return the content of a cache file; None if it does not exist, cannot be read or is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, payload = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
    return payload if hashlib.sha256(payload).digest() == digest else None


def is_intact(name: str) -> bool:
    """Return whether the cache, or the package, contains an undamaged file with this name."""
    return any(_read_checked(folder / name) is not None for folder, _ in kernel_folders())


def write_file(name: str, content: bytes) -> bool:
    """Write a file to the cache folder; if that fails, print a warning and return False.

    Other processes see either the complete file or no file. The file is not flushed to the disk, because
    readers detect and ignore a file that a power failure has damaged.
    """
    folder = kernel_folder()
    if folder is None:
        _warn_once("there is no home folder")
        return False
    temporary = None
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=folder)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.replace(temporary, folder / name)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        _warn_once(error.strerror or str(error))
        return False
    return True


@cache
def _warn_once(reason: str) -> None:
    # Standard error may be a file on the same full disk.
    with contextlib.suppress(OSError):
        print(
            f"tilewright: compiled kernels cannot be saved ({reason}), so the next process compiles them again",
            file=sys.stderr,
        )
