// This script runs before the first paint, so that the page is never shown in the wrong theme.
(() => {
  try {
    const chosen = localStorage.getItem("tilewright/theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage is blocked: the page follows the system's theme.
  }
})();
