// Elements without templates: text is only ever text, and a picture is taken apart before it is shown.

/**
 * An element. Properties: `class`, `text`, `on: {click: f}`, `data: {key: value}`, `value`, `checked`, any attribute; what is
 * null, undefined or false is left out. Children: nodes, texts, lists of these; null is left out.
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for an SVG element. */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.setAttribute("class", value);
    else if (name === "text") element.textContent = value;
    else if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked") element[name] = value;
    else if (name.startsWith("on") || name === "style") throw new Error(`${name} is no attribute of ours`);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let fields = 0;

/** A control with its label, and a note that describes it. The control is the property `field` of what is given back. */
export function labelled(text, control, note = null) {
  control.id ||= `field-${++fields}`;
  if (note) control.setAttribute("aria-describedby", `${control.id}-note`);
  const label = h("label", { class: "name", for: control.id, text });
  const element = h("div", { class: "field" }, label, control, note && h("small", { id: `${control.id}-note`, text: note }));
  return Object.assign(element, { field: control });
}

/** A field for an option as the API describes it; `read()` gives its value in the option's own type. */
export function optionField(option, value = option.default) {
  let control;
  if (option.kind === "boolean") control = h("input", { type: "checkbox", checked: Boolean(value) });
  else if (option.choices.length) {
    control = h("select", {}, option.choices.map((choice) => h("option", { value: String(choice), text: String(choice) })));
    control.value = String(value);
  } else if (option.kind === "integer" || option.kind === "number") {
    const step = option.kind === "integer" ? 1 : "any";
    control = h("input", { type: "number", step, min: option.lowest, max: option.highest, value: String(value), required: true });
  } else control = h("input", { type: "text", value: Array.isArray(value) ? value.join(",") : String(value ?? "") });
  control.dataset.option = option.name;
  const read = () => {
    if (option.kind === "boolean") return control.checked;
    return control.type === "number" ? Number(control.value) : control.value;
  };
  return Object.assign(labelled(option.name.replaceAll("_", " "), control, option.help), { read });
}

/**
 * Things in a row of which one is chosen: `choices` has what each value is called, `act(value)` hears each choice of a person. Gives
 * {element, value(), show(value)}.
 */
export function segments(name, choices, chosen, act) {
  const group = `choice-${++fields}`;
  const inputs = Object.keys(choices).map((value) => h("input", { type: "radio", name: group, value, on: { change: () => act(value) } }));
  const show = (value) => inputs.forEach((input) => (input.checked = input.value === String(value)));
  show(chosen);
  const labels = inputs.map((input) => h("label", {}, input, choices[input.value]));
  return {
    element: h("div", { class: "segments", role: "radiogroup", "aria-label": name }, labels),
    value: () => inputs.find((input) => input.checked)?.value,
    show,
  };
}

// --- Pictures ---------------------------------------------------------------------------------------

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

/** An SVG text of the server as an element. What a drawing does not need is left out: scripts, handlers, links. */
export function picture(text, properties = {}) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.namespaceURI !== SVG || parsed.localName !== "svg") return h("p", { text: "there is no picture" });
  const copy = imported(parsed);
  return fill(copy, properties, []);
}

function imported(source) {
  const copy = document.createElementNS(SVG, source.localName);
  for (const { name, value } of source.attributes) {
    const outside = /url\(/i.test(value) && !/^url\(#[\w-]+\)$/.test(value);
    if (ATTRIBUTES.has(name) && !outside) copy.setAttribute(name, value);
  }
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.data);
    else if (child.namespaceURI === SVG && ELEMENTS.has(child.localName)) copy.append(imported(child));
  }
  return copy;
}

// --- Small things -----------------------------------------------------------------------------------

let region = null;

/** Tell a screen reader, politely. */
export function announce(text) {
  region ??= document.body.appendChild(h("div", { class: "unseen", role: "status", "aria-live": "polite" }));
  region.textContent = text;
}

/** A button that copies what `text()` gives, and says that it did; `label` is what it is called where its name alone says too little. */
export function copyButton(text, name = "Copy", label = null) {
  const button = h("button", { type: "button", class: "small", "aria-label": label }, name);
  button.addEventListener("click", async () => {
    // The text may have to be asked for, and the server may be away.
    const copied = await Promise.resolve().then(text).then(copy, () => false);
    button.textContent = copied ? "Copied" : "Cannot copy";
    announce(button.textContent);
    setTimeout(() => (button.textContent = name), 1500);
  });
  return button;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Under a plain address of the network there is no clipboard, but what is chosen can be copied.
    const area = document.body.appendChild(h("textarea", { class: "unseen", value: text, "aria-hidden": "true" }));
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Let the person keep a text as a file. */
export function download(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Load a sheet of styles; the promise is kept when it is there, or when it will never be. */
export function styled(href) {
  const sheet = h("link", { rel: "stylesheet", href });
  const ready = new Promise((go) => ["load", "error"].forEach((name) => sheet.addEventListener(name, go)));
  document.head.append(sheet);
  return ready;
}

const waits = new WeakMap();
const FIRST = " The first time takes longer: programs are being compiled.";

/**
 * Say in a node what is waited for, and for how long already; gives a function that ends it and leaves the node to others.
 *
 * `first` is false for what was waited for before: its programs are compiled. The seconds are for the eye: a screen reader is not
 * told each of them.
 */
export function elapsed(node, text, first = true) {
  waits.get(node)?.();
  const began = performance.now();
  const live = node.getAttribute("aria-live");
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000);
    if (seconds < 2) return;
    node.setAttribute("aria-live", "off");
    node.textContent = `${text} (${seconds} s)${first && seconds >= 4 ? FIRST : ""}`;
  }, 1000);
  node.textContent = text;
  function stop() {
    clearInterval(timer);
    if (waits.get(node) !== stop) return;
    waits.delete(node);
    if (live === null) node.removeAttribute("aria-live");
    else node.setAttribute("aria-live", live);
  }
  waits.set(node, stop);
  return stop;
}

/** The function, called once things have been quiet for a while. */
export function debounced(act, milliseconds = 250) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds, ...given);
  };
}
