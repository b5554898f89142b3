// Values in the fragment of the address (after the #), which browsers do not send to the server.

/** @returns {Record<string, string>} */
export function readFragment() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** Return the address of this page with `values` in its fragment. @param {Record<string, string | number>} values */
export function shareLink(values) {
  const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
  return `${location.origin}${location.pathname}#${new URLSearchParams(texts)}`;
}

/** Remove the fragment from the address after it was read. */
export function clearFragment() {
  history.replaceState(null, "", location.pathname + location.search);
}
