// Runs before the first paint, so that the page never appears in the wrong theme for a moment.
(() => {
  try {
    const chosen = localStorage.getItem("tilewright/theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Storage is blocked: the page follows the system's theme.
  }
})();
