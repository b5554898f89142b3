// What the browser keeps: everything needed to go on after a reload lies here, and nowhere else.

const PREFIX = "tilewright/";

/** A drawer of its own for a game or a page: `get(key, otherwise)`, `set(key, value)`, `remove(key)`. Values are JSON. */
export function store(name) {
  const full = (key) => `${PREFIX}${name}/${key}`;
  return {
    get(key, otherwise = null) {
      try {
        const text = localStorage.getItem(full(key));
        return text === null ? otherwise : JSON.parse(text);
      } catch {
        return otherwise;
      }
    },
    /** False if there is no room. */
    set(key, value) {
      try {
        localStorage.setItem(full(key), JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    remove(key) {
      try {
        localStorage.removeItem(full(key));
      } catch {
        // Nothing was kept.
      }
    },
  };
}

/** Calls `told(key)` when another tab changes what is kept for a game or a page. */
export function changedElsewhere(name, told) {
  const drawer = `${PREFIX}${name}/`;
  addEventListener("storage", ({ key }) => key?.startsWith(drawer) && told(key.slice(drawer.length)));
}

/** What stands behind the # of the address, as an object of texts. */
export function readFragment() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** The address of this page with other things behind the #; a fragment is never sent to a server. */
export function shareLink(values) {
  return `${location.origin}${location.pathname}#${new URLSearchParams(values)}`;
}

/** Take the fragment out of the address, once it was read. */
export function clearFragment() {
  history.replaceState(null, "", location.pathname + location.search);
}
