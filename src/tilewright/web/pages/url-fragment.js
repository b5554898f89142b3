// Values in the URL's fragment, the part after the #, which browsers do not send to the server. These values describe what the page shows, so that
// Back, Forward and links work.

/** Values with more characters than this are left out of the page's URL, but links that the user copies contain them. */
const MOST_CHARACTERS = 8000;

/** @returns {Record<string, string>} */
export function readFragment() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** Return whether the page was reloaded. The saved data may then be newer than the URL, because another tab may have changed the data. */
export function isReload() {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}

/** Return the URL of this page with `values` in its fragment. @param {Record<string, string | number>} values */
export function shareLink(values) {
  const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
  return `${location.origin}${location.pathname}#${new URLSearchParams(texts)}`;
}

/** Remove the fragment from the URL. */
export function clearFragment() {
  history.replaceState(null, "", location.pathname + location.search);
}

/**
 * Change values in the fragment; null removes a value. With `push`, the Back button returns to the previous URL.
 * @param {Record<string, string | number | null>} changes
 * @param {boolean} [push]
 */
export function changeFragment(changes, push = false) {
  const values = { ...readFragment() };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || String(value).length > MOST_CHARACTERS) delete values[key];
    else values[key] = String(value);
  }
  const fragment = String(new URLSearchParams(values));
  const address = location.pathname + location.search + (fragment && `#${fragment}`);
  if (new URL(address, location.href).href === location.href) return;
  if (push) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** Call a function when the user goes back or forward, follows a link on the page, or edits the URL. @param {(values: Record<string, string>) => void} listener */
export function onFragmentChange(listener) {
  addEventListener("popstate", () => listener(readFragment()));
}
