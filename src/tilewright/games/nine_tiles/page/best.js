// The best towns for three themes, by each of the three rankings.

const RANKS = {
  max: ["All at maximum", "Towns with all three scores at the highest that any town has."],
  distance: ["Nearest to maximum", "Most scores at their maximum, then the least sum of squared distances from it."],
  duel: ["Unbeaten in the duel", "A town beats another if it is better in more of the three themes than it is worse."],
};
const FIRST = [3, 8, 17];
const SHOWN = 6;
const count = (number) => number.toLocaleString("en");
const plain = (number) => String(number).replace("-", "−");

/** Three of the 26 themes; a fourth one takes the place of the first. `changed(themes)` is called with three of them. */
export function themePicker({ dom }, themes, first, changed) {
  const { h } = dom;
  let picked = [...first];
  const buttons = themes.map(({ number, title }) => {
    const button = h("button", { type: "button", class: "chip", title, "aria-pressed": "false" }, h("b", { text: number }), " ", title);
    button.addEventListener("click", () => {
      picked = picked.includes(number) ? picked.filter((each) => each !== number) : [...picked, number].slice(-3);
      update();
    });
    return { button, number };
  });

  function update() {
    for (const { button, number } of buttons) button.setAttribute("aria-pressed", String(picked.includes(number)));
    changed([...picked].sort((a, b) => a - b));
  }

  const element = h("div", { class: "chips", role: "group", "aria-label": "Three themes" }, buttons.map(({ button }) => button));
  return {
    element,
    set(next) {
      picked = [...next];
      update();
    },
  };
}

export function bestPart(context, tiles, themes, census, { open }) {
  const { api, dom, game, panels, store } = context;
  const { h } = dom;
  let wanted = [];
  const picker = themePicker(context, themes, kept(), changed);
  const columns = Object.fromEntries(Object.keys(RANKS).map((rank) => [rank, h("div", { class: "rank-body" })]));
  const hint = h("p", { class: "quiet", role: "status" });

  function kept() {
    const found = store.get("themes");
    return Array.isArray(found) && found.length <= 3 && found.every((number) => themes.some((theme) => theme.number === number)) ? found : FIRST;
  }

  function changed(numbers) {
    wanted = numbers;
    store.set("themes", numbers);
    const more = ["Choose three themes.", "Choose two more themes.", "Choose one more theme."][numbers.length];
    hint.textContent = more ?? numbers.map((number) => `${number} ${themes[number - 1].title}`).join(" · ");
    if (numbers.length === 3) census.then(ask);
  }

  function ask() {
    if (wanted.length < 3) return;
    const mine = wanted;
    for (const [rank, place] of Object.entries(columns)) {
      place.classList.add("asking");
      api
        .ask("best", { themes: mine, rank, limit: SHOWN })
        .then((found) => mine === wanted && place.replaceChildren(...told(rank, found)))
        .catch((error) => mine === wanted && place.replaceChildren(h("p", { class: "failed", text: error.message })))
        .finally(() => mine === wanted && place.classList.remove("asking"));
    }
  }

  function told(rank, found) {
    if (!found.points.length) return [h("p", { text: "No town has all three at their maximum." })];
    const scores = found.points.slice(0, 4).map((points) => points.map(plain).join(", "));
    const more = found.points.length > 4 ? `, and ${found.points.length - 4} more` : "";
    const facts = {
      max: "",
      distance: `${found.at_maximum} of 3 at maximum, squared distance ${found.distance}. `,
      duel: `Of ${found.patterns} patterns of scores it beats ${found.beaten} and loses to ${found.lost_to}. `,
    };
    return [
      h("p", {}, "Scores ", h("b", { text: scores.join(" or ") + more }), "."),
      h("p", { class: "quiet", text: `${facts[rank]}${count(found.towns)} ${found.towns === 1 ? "town has" : "towns have"} them.` }),
      h("ul", { class: "towns" }, found.examples.map((example) => h("li", {}, townButton(example)))),
    ];
  }

  function townButton({ town, points }) {
    const scores = wanted.map((number) => plain(points[number - 1])).join(", ");
    const properties = { type: "button", class: "town-button", title: "Open it on the table", on: { click: () => open(town) } };
    return h("button", properties, tiles.town(town), h("span", { text: scores }));
  }

  const solvers = h("details", { class: "solvers" }, h("summary", { text: "Solver: the same with progress, JSON and command line" }));
  solvers.addEventListener("toggle", () => {
    if (!solvers.open || solvers.children.length > 1) return;
    const instance = () => (wanted.length === 3 ? wanted.join(",") : "");
    solvers.append(panels.solverPanel({ game, store, instance }).element);
  });
  const element = h(
    "div",
    { class: "best" },
    h("section", { class: "panel" }, h("h2", { text: "Three themes" }), picker.element, hint),
    census.element(),
    h(
      "div",
      { class: "ranks" },
      Object.entries(RANKS).map(([rank, [title, text]]) => {
        const head = [h("h2", { text: title }), h("p", { class: "quiet", text })];
        return h("section", { class: "panel", data: { rank } }, head, columns[rank]);
      }),
    ),
    solvers,
  );
  let begun = false;
  return {
    element,
    set: picker.set,
    start() {
      if (!begun) picker.set(kept());
      begun = true;
    },
  };
}
