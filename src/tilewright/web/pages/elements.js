// Creates HTML and SVG elements. Text is never parsed as markup, so no text from the server or the user can add elements.

/** @import { Child, Properties } from "./types.js" */

/**
 * Return a new HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...Child} children null, undefined and false are left out
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  return fillElement(document.createElement(tag), properties, children);
}

export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * Return a new SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, properties = {}, ...children) {
  return fillElement(document.createElementNS(SVG_NAMESPACE, tag), properties, children);
}

/**
 * Set the properties of an element and append its children; return the element.
 * @template {HTMLElement | SVGElement} AnyElement
 * @param {AnyElement} element
 * @param {Properties} properties
 * @param {Child[]} children
 */
export function fillElement(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.setAttribute("class", String(value));
    else if (name === "text") element.textContent = String(value);
    else if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked") Object.assign(element, { [name]: value });
    else if (name.startsWith("on") || name === "style") throw new Error(`The content security policy forbids the attribute ${name}.`);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of /** @type {Child[]} */ (children.flat(Infinity))) {
    if (child !== null && child !== undefined && child !== false) element.append(/** @type {Node | string} */ (child));
  }
  return element;
}

/** Return the first element of this page that matches a selector; throw an error if there is none. @param {string} selector @returns {HTMLElement} */
export function requiredElement(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no element ${selector}.`);
  return element;
}

/**
 * Load a style sheet. The promise resolves when it is loaded, and also when it cannot be loaded.
 * @param {string} href
 * @returns {Promise<unknown>}
 */
export function loadStylesheet(href) {
  const link = h("link", { rel: "stylesheet", href });
  const ready = new Promise((resolve) => ["load", "error"].forEach((name) => link.addEventListener(name, resolve)));
  document.head.append(link);
  return ready;
}

/**
 * Return a function that calls `act` after a delay; each further call restarts the delay.
 * @template {unknown[]} Parameters
 * @param {(...parameters: Parameters) => unknown} act
 * @param {number} [milliseconds]
 */
export function debounced(act, milliseconds = 250) {
  let timer = 0;
  return (/** @type {Parameters} */ ...parameters) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...parameters), milliseconds);
  };
}
