"""The machine code cache: what its file names depend on, damaged files, full disks and unwritable folders."""

from __future__ import annotations

import ast
import errno
import hashlib
import importlib.util
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tilewright
from kernels.compile_events import compiled_functions
from tilewright import kernel_cache

PACKAGE = Path(tilewright.__file__).parent
KERNEL_FILES = sorted(PACKAGE.rglob("*_kernel.py"))
LEFT_OUT = shutil.ignore_patterns("__pycache__", "_kernels")


@pytest.fixture
def load_kernel(tmp_path: Path) -> Callable[[], Any]:
    """Return a function that reimports a module with one kernel, as if in a new process."""
    source = tmp_path / "sample_kernel.py"
    source.write_text(
        "from tilewright.compiled import compiled\n\n\n@compiled\ndef triple(number):\n    return 3 * number\n",
        "utf-8",
    )

    def load() -> Any:
        return _import_file(source).triple

    return load


def _import_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _only_file(folder: Path) -> Path:
    (file,) = folder.glob("*.kernel")
    return file


# --- What machine code depends on -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def copy_of_the_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("copy") / "tilewright"
    shutil.copytree(PACKAGE, copy, ignore=LEFT_OUT)
    return copy


@pytest.fixture
def copied_package(copy_of_the_package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the cache read the source files of a copy of the package for the duration of a test."""
    monkeypatch.setattr(kernel_cache, "_PACKAGE", copy_of_the_package)
    yield copy_of_the_package
    _forget_sources()


def _forget_sources() -> None:
    for function in (kernel_cache._read, kernel_cache._direct_dependencies, kernel_cache._source_digest):
        function.cache_clear()


def _identity(path: Path) -> str:
    _forget_sources()
    return kernel_cache.code_identity(path)


def _closure_by_syntax_tree(path: Path) -> set[Path]:
    """Return a module's file and all files that it imports, directly or indirectly, by parsing the code."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported_files(file)
    return found


@cache
def _imported_files(path: Path) -> list[Path]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "the cache does not follow relative imports"
            names += [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    modules = [PACKAGE.joinpath(*name.split(".")[1:]) for name in names if name.split(".")[0] == "tilewright"]
    files = [file for module in modules for file in (Path(f"{module}.py"), module / "__init__.py")]
    return [file for file in files if file.is_file()]


@pytest.mark.parametrize("file", KERNEL_FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_machine_code_depends_on_every_file_that_the_kernel_uses(file: Path, copied_package: Path) -> None:
    kernel = copied_package / file.relative_to(PACKAGE)
    before = _identity(kernel)
    used = kernel_cache.dependencies(kernel)
    sources = {PACKAGE / each.relative_to(copied_package) for each in used if each.suffix == ".py"}
    assert sources == _closure_by_syntax_tree(file)
    # After every change, all files must be hashed again, which is slow. So the test changes all data files, but
    # only some of the source files.
    changed = random.Random(file.name).sample(
        sorted(each for each in used if each.suffix == ".py"), k=min(4, len(sources))
    )
    for dependency in [*changed, *(each for each in used if each.suffix != ".py")]:
        content = dependency.read_bytes()
        dependency.write_bytes(content.replace(b"1", b"2", 1) if b"1" in content else content + b"\n")
        try:
            assert _identity(kernel) != before, f"a change to {dependency.name} is not noticed"
        finally:
            dependency.write_bytes(content)
        os.utime(dependency, (0, 0))
    assert _identity(kernel) == before


def test_all_compiled_functions_are_in_kernel_files() -> None:
    decorator = re.compile(r"^\s*@(?:compiled|n?jit|numba\.)|= n?jit\(|= compiled\(", re.MULTILINE)
    compiled = {path for path in PACKAGE.rglob("*.py") if decorator.search(path.read_text("utf-8"))}
    assert compiled <= set(KERNEL_FILES)


def test_no_function_uses_the_cache_of_numba() -> None:
    """Numba's own cache notices neither changed callees nor changed constants in other files."""
    decorator = re.compile(r"\b(?:n?jit|vectorize|guvectorize|cfunc)\b|\bcache=True\b")
    assert [path for path in PACKAGE.rglob("*.py") if decorator.search(path.read_text("utf-8"))] == []


def test_data_files_that_kernels_read_are_dependencies() -> None:
    """Importing all kernels opens data files; an audit hook of the interpreter records their names."""
    names = [file.relative_to(PACKAGE.parent).with_suffix("").as_posix() for file in KERNEL_FILES]
    modules = [name.replace("/", ".") for name in names]
    code = (
        "import importlib, sys\nopened = []\n"
        "sys.addaudithook(lambda event, values: event == 'open' and opened.append(str(values[0])))\n"
        f"for module in {modules!r}: importlib.import_module(module)\n"
        "print(*opened, sep='\\n')"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    data = {
        Path(line)
        for line in shown.stdout.splitlines()
        if line.startswith(f"{PACKAGE}{os.sep}") and not line.endswith((".py", ".pyc", ".kernel"))
    }
    assert {path.name for path in data} >= {"parts.json", "pieces.json"}
    assert data <= {each for file in KERNEL_FILES for each in kernel_cache.dependencies(file)}


SAMPLE = {
    "games/sample/__init__.py": "",
    "games/sample/constants.py": "STEP = 10\n",
    "games/sample/numbers.json": "[5]\n",
    "games/sample/table.py": (
        "import json\nfrom pathlib import Path\n\nimport numpy as np\n\n"
        'NUMBERS = np.array(json.loads((Path(__file__).parent / "numbers.json").read_text()))\n'
    ),
    "games/sample/callee_kernel.py": (
        "from tilewright.compiled import compiled\n\n\n@compiled\ndef callee(number):\n    return number + 1\n"
    ),
    "games/sample/caller_kernel.py": (
        "from tilewright.compiled import compiled\n"
        "from tilewright.games.sample.callee_kernel import callee\n"
        "from tilewright.games.sample.constants import STEP\n"
        "from tilewright.games.sample.table import NUMBERS\n\n\n"
        "@compiled\ndef caller(number):\n    return callee(number) + STEP + NUMBERS[0]\n"
    ),
}
EDITS = (
    ("games/sample/callee_kernel.py", "number + 1", "number + 2", 18),
    ("games/sample/constants.py", "10", "20", 27),
    ("games/sample/numbers.json", "5", "7", 19),
)


def test_an_edited_callee_constant_or_data_file_changes_the_next_answer(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "src" / "tilewright"
    shutil.copytree(PACKAGE, copy, ignore=LEFT_OUT)
    for name, content in SAMPLE.items():
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text(content, "utf-8")

    def answer() -> int:
        code = "from tilewright.games.sample.caller_kernel import caller; print(caller(1))"
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        shown = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True, text=True
        )
        return int(shown.stdout)

    assert answer() == 17
    for name, old, new, expected in EDITS:
        content = (copy / name).read_text("utf-8")
        times = (copy / name).stat()
        (copy / name).write_text(content.replace(old, new), "utf-8")
        # The modification time stays the same: only the content matters.
        os.utime(copy / name, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert answer() == expected
        (copy / name).write_text(content, "utf-8")
    assert answer() == 17


# --- Files ----------------------------------------------------------------------------------------------


def test_the_next_process_compiles_nothing(folder: Path, load_kernel: Callable[[], Any]) -> None:
    with compiled_functions() as functions:
        assert load_kernel()(5) == 15
    assert functions == ["triple"]
    with compiled_functions() as functions:
        assert load_kernel()(5) == 15
    assert functions == []
    assert _only_file(folder).name.startswith("sample_kernel.triple-")


def test_each_signature_has_its_own_file(folder: Path, load_kernel: Callable[[], Any]) -> None:
    assert load_kernel()(5) == 15
    assert load_kernel()(2.5) == 7.5
    assert len(list(folder.glob("*.kernel"))) == 2


def test_kernels_with_different_enclosed_values_have_their_own_files(folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "enclosing_kernel.py"
    source.write_text(
        "from tilewright.compiled import compiled\n\n\ndef adder(step):\n"
        "    @compiled\n    def add(number):\n        return number + step\n\n    return add\n",
        "utf-8",
    )
    assert [_import_file(source).adder(step)(5) for step in (1, 2, 1)] == [6, 7, 6]
    assert len(list(folder.glob("*.kernel"))) == 2


def test_machine_code_of_the_cache_runs_without_the_modules_of_the_compiler(
    folder: Path, tmp_path: Path
) -> None:
    # The kernel allocates arrays, raises an exception and uses mathematical functions and random numbers.
    (tmp_path / "varied_kernel.py").write_text(
        "import numpy as np\nfrom tilewright.compiled import compiled\n\n\n@compiled\ndef varied(numbers):\n"
        "    if len(numbers) == 0:\n        raise ValueError('no numbers')\n"
        "    np.random.seed(1)\n    return np.sqrt(numbers.copy()).sum() + int(np.random.random()), [1, 2]\n",
        "utf-8",
    )
    code = (
        "import sys, numpy\nfrom varied_kernel import varied\n"
        "print(varied(numpy.array([4.0, 9.0])))\n"
        "try:\n    varied(numpy.zeros(0))\nexcept ValueError as error:\n    print(error)\n"
        "print('numba.np.polynomial.polynomial_core' in sys.modules)"
    )

    def lines() -> list[str]:
        paths = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
        shown = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            check=True,
            text=True,
        )
        return shown.stdout.splitlines()

    assert lines() == ["(5.0, [1, 2])", "no numbers", "True"]
    assert lines() == ["(5.0, [1, 2])", "no numbers", "False"]


@pytest.mark.parametrize("damage", ["truncated", "empty", "one bit", "garbage with a valid digest"])
def test_a_damaged_file_is_written_again(damage: str, folder: Path, load_kernel: Callable[[], Any]) -> None:
    load_kernel()(5)
    file = _only_file(folder)
    content = file.read_bytes()
    flipped = bytearray(content)
    flipped[len(content) // 2] ^= 1
    garbage = b"not a pickle"
    digest = hashlib.sha256(garbage).digest()
    file.write_bytes(
        {
            "truncated": content[: len(content) // 2],
            "empty": b"",
            "one bit": bytes(flipped),
            "garbage with a valid digest": digest + garbage,
        }[damage]
    )
    with compiled_functions() as functions:
        assert load_kernel()(5) == 15
    assert functions == ["triple"]
    with compiled_functions() as functions:
        assert load_kernel()(5) == 15
    assert functions == []


def test_a_folder_that_cannot_be_written_is_reported_once(
    folder: Path, load_kernel: Callable[[], Any], capfd: pytest.CaptureFixture[str]
) -> None:
    folder.write_text("a file where the folder should be")
    assert load_kernel()(5) == 15
    assert load_kernel()(2.5) == 7.5
    assert capfd.readouterr().err.splitlines() == [
        "tilewright: compiled kernels cannot be saved (File exists), so the next process compiles them again"
    ]


def test_a_full_disk_is_reported_and_leaves_no_partial_file(
    folder: Path,
    load_kernel: Callable[[], Any],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_arguments: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    kernel = load_kernel()
    monkeypatch.setattr(kernel_cache.os, "replace", fail)
    assert kernel(5) == 15
    assert "No space left on device" in capfd.readouterr().err
    assert list(folder.iterdir()) == []


def test_without_a_home_folder_the_kernel_still_answers(tmp_path: Path) -> None:
    code = "from kernels.test_compiled_decorator import half; print(half(9))"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    environment["PYTHONPATH"] += os.pathsep + str(Path(__file__).parents[1])
    # Nobody, not even an administrator, can create a path below a file.
    for home in ("/dev/null", ""):
        shown = subprocess.run(
            [sys.executable, "-c", code],
            env={**environment, "HOME": home, "XDG_CACHE_HOME": home},
            cwd=tempfile.gettempdir() if home else tmp_path,
            capture_output=True,
            check=True,
            text=True,
        )
        assert shown.stdout == "4\n"
        assert len(shown.stderr.splitlines()) <= 1
