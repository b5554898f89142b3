"""Fixtures for the web tests: an application with a test client, and a server with a browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from browser_flags import FLAGS
from tilewright import registry
from tilewright.web.app import create_app
from tilewright.web.jobs import Jobs
from tilewright.web.short_request_pool import Pool

PLUGIN = Path(__file__).parent / "plugin"


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """Register the faulty test game, with an empty folder for kernels, for the duration of a test."""
    monkeypatch.setenv("TILEWRIGHT_KERNELS", str(tmp_path / "kernels"))
    monkeypatch.syspath_prepend(str(PLUGIN))
    registry._others.cache_clear()
    registry.broken.cache_clear()
    yield "faulty"
    registry._others.cache_clear()
    registry.broken.cache_clear()


@pytest.fixture
def pool() -> Pool:
    return Pool(workers=1)


@pytest.fixture
def client(pool: Pool) -> Iterator[TestClient]:
    with TestClient(create_app(Jobs(workers=1, waiting=2), pool), base_url="http://127.0.0.1") as client:
        yield client


# --- A server and a browser ---------------------------------------------------------------------------


# Each test module has its own server and browser, because other tests check that no process is left running and
# Playwright keeps an event loop running.


class Served:
    """A server that is started on the command line, with its own data folder."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the server: the first time on a free port, later on the same port."""
        command = [sys.executable, "-m", "tilewright", "serve", "--port", str(self.port), "--json"]
        paths = os.pathsep.join(filter(None, [str(PLUGIN), os.environ.get("PYTHONPATH")]))
        environment = {**os.environ, "TILEWRIGHT_DATA": str(self.data), "PYTHONPATH": paths}
        self.process = subprocess.Popen(
            [*command, "--no-background", *self.options], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.address = json.loads(self.process.stdout.readline())["url"]
        self.port = int(self.address.partition("/#")[0].rpartition(":")[2])

    def kill(self) -> None:
        """Kill the server without warning, as in a power failure."""
        self.process.kill()
        self.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.wait()

    def wait(self) -> None:
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server for one test, which may end it."""
    server = Served(tmp_path / "server-data")
    yield server
    if server.process.poll() is None:
        server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=LONGEST_WAIT)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield running
        running.close()


LONGEST_WAIT = 180_000
"""The longest time in milliseconds that a test waits for the page; it is long because machines may be busy."""

SLOW_BROWSER = os.environ.get("TILEWRIGHT_SLOW_BROWSER", "")
"""If not empty, all browser tests run in a slow browser, to find tests that assert before the page is ready."""
SLOW_NETWORK = {"offline": False, "latency": 700, "downloadThroughput": 150_000, "uploadThroughput": 50_000}
CPU_SLOWDOWN = 2


def slow_down(page: Any) -> None:
    """Emulate a slow network and a slow processor for a page."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})


class Visit:
    """A new browser context with one page. `trouble` collects the errors of the page's scripts and console."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.address = address
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(LONGEST_WAIT)
        self.page = self.context.new_page()
        self.trouble: list[str] = []
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", self._on_console)
        if SLOW_BROWSER:
            self.context.on("page", slow_down)
            slow_down(self.page)

    def _on_console(self, message: Any) -> None:
        # The browser logs every failed request; other tests check that the page shows these errors.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.trouble.append(message.text)

    def open(self, path: str) -> Any:
        """Go to a page and wait until it is ready."""
        self.page.goto(self.address + path)
        return self.ready()

    def pause_clock(self) -> None:
        """Stop the clock installed by `page.clock.install`; after that, only `page.clock.run_for` moves it."""
        # Playwright refuses a time in the past, and on a busy machine a call can take many seconds.
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 600_000"))

    def reload(self) -> Any:
        self.page.reload()
        return self.ready()

    def ready(self) -> Any:
        self.page.locator("html[data-ready]").wait_for(state="attached")
        return self.page


@pytest.fixture
def visit(browser: Any, served: Served) -> Iterator[Visit]:
    visit = Visit(browser, served.address, viewport={"width": 1280, "height": 900})
    yield visit
    visit.context.close()
    assert visit.trouble == []


@pytest.fixture
def phone(browser: Any, served: Served) -> Iterator[Visit]:
    visit = Visit(
        browser, served.address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    yield visit
    visit.context.close()
    assert visit.trouble == []
