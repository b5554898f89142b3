// Converts SVG text from the server to elements. Only elements and attributes on an allowlist are kept.

import { fillElement, h, SVG_NAMESPACE } from "./elements.js";

/** @import { Properties } from "./types.js" */

const ELEMENTS = new Set(
  "svg g path circle ellipse rect line polyline polygon text tspan title desc defs pattern marker clipPath".split(" "),
);
const ATTRIBUTES = new Set(
  (
    "viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points transform id class role aria-label aria-hidden fill fill-opacity " +
    "fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity opacity text-anchor " +
    "dominant-baseline font-size font-weight patternUnits patternTransform patternContentUnits markerWidth markerHeight " +
    "marker-end marker-start refX refY orient clip-path clip-rule pointer-events preserveAspectRatio"
  ).split(" "),
);

/**
 * Return SVG text as an element, without scripts, event handlers, links or external references.
 * @param {string} text
 * @param {Properties} [properties]
 * @returns {HTMLElement | SVGElement}
 */
export function picture(text, properties = {}) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.namespaceURI !== SVG_NAMESPACE || parsed.localName !== "svg") return h("p", { text: "No picture." });
  return fillElement(copyAllowed(parsed), properties, []);
}

/** @param {Element} source @returns {SVGElement} */
function copyAllowed(source) {
  const copy = /** @type {SVGElement} */ (document.createElementNS(SVG_NAMESPACE, source.localName));
  for (const { name, value } of source.attributes) {
    const external = /url\(/i.test(value) && !/^url\(#[\w-]+\)$/.test(value);
    if (ATTRIBUTES.has(name) && !external) copy.setAttribute(name, value);
  }
  for (const child of source.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    else if (child instanceof Element && child.namespaceURI === SVG_NAMESPACE && ELEMENTS.has(child.localName)) copy.append(copyAllowed(child));
  }
  return copy;
}
