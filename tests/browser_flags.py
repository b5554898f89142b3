"""The command-line options with which the tests start Chromium."""

from __future__ import annotations

__all__ = ["FLAGS"]

# In every new window, Chromium loads two hidden pages for the suggestions of its address bar. That takes twice
# as much processor time as loading a page of Tilewright, and no test types in the address bar.
_HIDDEN_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]

# If --disable-features is given several times, Chromium uses only the last one. So this list repeats the
# features that Playwright disables.
_DISABLED_BY_PLAYWRIGHT = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    f"--disable-features={','.join([*_DISABLED_BY_PLAYWRIGHT, *_HIDDEN_PAGES])}",
]
