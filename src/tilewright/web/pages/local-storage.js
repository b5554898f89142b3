// Saves JSON values in the browser's local storage, so that the user can continue at the same point after a reload.

const PREFIX = "tilewright/";

/** Return the store called `name`, such as the store of a game. Every store has its own keys. @param {string} name */
export function localStore(name) {
  const fullKey = (/** @type {string} */ key) => `${PREFIX}${name}/${key}`;
  return {
    /**
     * Return the saved value, or `fallback` if there is none or it cannot be read.
     * @template [Value=any]
     * @param {string} key
     * @param {Value | null} [fallback]
     * @returns {Value}
     */
    get(key, fallback = null) {
      try {
        const text = localStorage.getItem(fullKey(key));
        return text === null ? /** @type {Value} */ (fallback) : JSON.parse(text);
      } catch {
        return /** @type {Value} */ (fallback);
      }
    },
    /** Save a value; return false if the storage is full or blocked. @param {string} key @param {unknown} value */
    set(key, value) {
      try {
        localStorage.setItem(fullKey(key), JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    /** @param {string} key */
    remove(key) {
      try {
        localStorage.removeItem(fullKey(key));
      } catch {
        // Storage is blocked, so nothing was saved.
      }
    },
  };
}

/** Call `onChange(key)` when another tab changes a value in the store called `name`. @param {string} name @param {(key: string) => void} onChange */
export function onChangeInOtherTab(name, onChange) {
  const prefix = `${PREFIX}${name}/`;
  addEventListener("storage", ({ key }) => key?.startsWith(prefix) && onChange(key.slice(prefix.length)));
}
