// Runs before the first paint, so that nobody sees the other theme for a moment.
(() => {
  try {
    const chosen = localStorage.getItem("tilewright/theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system decides.
  }
})();
