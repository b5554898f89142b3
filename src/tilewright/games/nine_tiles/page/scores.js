// The themes with their scores, and why a town scores what it scores.

const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
const UNSCORED = 4;
const plain = (number) => String(number).replace("-", "−");

/** A share in per cent; what is not nothing never looks like nothing, and what is not all never like all. */
export function share(part, whole) {
  const percent = ((100 * part) / whole).toFixed(1);
  if (percent === "0.0" && part > 0) return "under 0.1 %";
  return percent === "100.0" && part < whole ? "over 99.9 %" : `${percent} %`;
}


const among = ({ below, equal, above, all }) =>
  `${share(below, all)} of all towns score less, ${share(equal, all)} the same, ${share(above, all)} more.`;

/** The 26 themes as a list of buttons; `chosen(number)` is called when one is picked, with null when it is picked again. */
export function scoreList({ dom }, themes, chosen) {
  const { h } = dom;
  let current = null;
  let before = null;
  // "First to finish" has no points in a town.
  const rows = themes.map(({ number, title, maximum }) => {
    const scored = number !== UNSCORED;
    const points = h("b", { class: "points", text: "–" });
    const change = h("span", { class: "change" });
    const meter = h("meter", { min: 0, max: 1, value: 0, "aria-hidden": "true" });
    const button = h(
      "button",
      { type: "button", class: "theme", "aria-pressed": "false", data: { theme: number } },
      h("span", { class: "number", text: number }),
      h("span", { class: "title-of", text: title }),
      change,
      h("span", { class: "of" }, points, scored && h("small", { text: ` / ${plain(maximum)}` })),
      scored ? meter : h("small", { class: "unscored", text: "decided by who finishes first" }),
    );
    button.addEventListener("click", () => pick(current === number ? null : number));
    return { button, points, change, meter, number, maximum };
  });

  function pick(number) {
    current = number;
    for (const row of rows) row.button.setAttribute("aria-pressed", String(row.number === number));
    chosen(number);
  }

  function show({ points, complete }) {
    element.classList.toggle("unfinished", !complete);
    rows.forEach((row, at) => {
      if (row.number === UNSCORED) return;
      const score = points[at];
      // What an unfinished town would score so far stands in brackets.
      row.points.textContent = complete ? plain(score) : `(${plain(score)})`;
      row.button.classList.toggle("full", complete && score === row.maximum);
      const step = before === null ? 0 : score - before[at];
      row.change.textContent = step ? `${step > 0 ? "▲" : "▼"}${signed(step)}` : "";
      row.change.classList.toggle("down", step < 0);
      // Fewest roads are counted down from -1, and no town has more than six.
      row.meter.value = row.maximum < 0 ? (score + 6) / 5 : Math.min(1, score / (row.maximum || 1));
    });
    before = points;
  }

  const element = h("ol", { class: "themes", "aria-label": "Scores of all themes" }, rows.map(({ button }) => h("li", {}, button)));
  return { element, show, pick, current: () => current };
}

/** A place that tells why a town scores what it scores in a theme, and where that stands among all towns. */
export function reasons({ dom, api }, themes, census, mark) {
  const { h } = dom;
  const element = h("section", { class: "reasons", "aria-live": "polite" });
  let ticket = 0;

  function nothing() {
    ticket += 1;
    mark(null);
    element.replaceChildren(h("p", { class: "quiet", text: "Choose a theme to see what counts, and where in the town." }));
  }

  async function show(number, { town, complete }) {
    const mine = ++ticket;
    const { title, counts } = themes[number - 1];
    const head = [h("h3", { text: `${number}  ${title}` }), h("p", { text: counts })];
    if (!complete) {
      mark(null);
      element.replaceChildren(...head, h("p", { class: "quiet", text: "It counts once the town is complete." }));
      return;
    }
    const found = await api.ask("explain", { town, theme: number }).catch((error) => ({ failed: error.message }));
    if (mine !== ticket) return;
    if (found.failed) return element.replaceChildren(...head, h("p", { class: "failed", text: found.failed }));
    mark(found);
    const known = census.about(number, found.points);
    element.replaceChildren(
      ...head,
      h("ul", {}, found.reasons.map((text) => h("li", { text }))),
      h("p", { class: "quiet", text: known ? among(known) : "" }),
    );
  }

  nothing();
  return { element, show, nothing };
}
