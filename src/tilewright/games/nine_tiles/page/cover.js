// The cover sheet: the smallest list of towns that has a best one by duel for every three themes.

import { themePicker } from "./best.js";

const PAGE = 24;

export function coverPart(context, tiles, themes, census, { open }) {
  const { api, dom, preparation, store } = context;
  const { h } = dom;
  let sheet = null;
  let first = 0;
  let chosen = null;
  const head = h("p", { class: "cover-head" });
  const grid = h("ul", { class: "towns sheet" });
  const where = h("span", { role: "status" });
  const back = h("button", { type: "button", text: "← Back", on: { click: () => turn(-PAGE) } });
  const on = h("button", { type: "button", text: "On →", on: { click: () => turn(PAGE) } });
  const found = h("p", { role: "status", class: "cover-found" });
  const about = h("div", { class: "cover-about", "aria-live": "polite" });
  const picker = themePicker(context, themes, [], find);

  function turn(by) {
    first = Math.min(Math.max(0, first + by), PAGE * Math.floor((sheet.towns.length - 1) / PAGE));
    show();
  }

  function show() {
    store.set("cover", { first, chosen });
    const last = Math.min(first + PAGE, sheet.towns.length);
    where.textContent = `Towns ${first + 1} to ${last} of ${sheet.towns.length}`;
    back.disabled = first === 0;
    on.disabled = last === sheet.towns.length;
    grid.replaceChildren(...sheet.towns.slice(first, last).map((each, at) => h("li", {}, entry(each, first + at))));
    tell();
  }

  function entry({ town, sets }, at) {
    const text = `${at + 1}: best for ${sets.length}`;
    const label = `Town ${at + 1}, best for ${sets.length} sets of themes`;
    const properties = { type: "button", class: "town-button", "aria-pressed": String(at === chosen), "aria-label": label };
    const button = h("button", properties, tiles.town(town), h("span", { text }));
    button.addEventListener("click", () => {
      chosen = at;
      for (const each of grid.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === button));
      store.set("cover", { first, chosen });
      tell();
      about.scrollIntoView({ block: "nearest" });
    });
    return button;
  }

  function tell() {
    if (chosen === null) return about.replaceChildren(h("p", { class: "quiet", text: "Choose a town, or three themes to find the town for them." }));
    const { town, sets } = sheet.towns[chosen];
    about.replaceChildren(
      h("h3", { text: `Town ${chosen + 1}` }),
      tiles.town(town),
      h("p", {}, h("button", { type: "button", text: "Open it on the table", on: { click: () => open(town) } })),
      h("p", { class: "quiet", text: `Best by duel for these ${sets.length} sets of three themes:` }),
      h("p", { class: "sets", tabindex: "0", text: sets.join("   ") }),
    );
  }

  function find(numbers) {
    found.textContent = "";
    if (!sheet || numbers.length < 3) return;
    const at = sheet.towns.findIndex(({ sets }) => sets.includes(numbers.join(",")));
    if (at < 0) return;
    found.textContent = `For the themes ${numbers.join(", ")} build town ${at + 1}.`;
    chosen = at;
    first = PAGE * Math.floor(at / PAGE);
    show();
  }

  async function load() {
    if (sheet) return;
    try {
      // The census is there a little before the sheet is.
      if (!(await api.ask("prepared")).cover) {
        head.textContent = "The cover sheet is not made yet: the server makes it after the census of all towns.";
        preparation(({ state }) => state === "ready" && load());
        return;
      }
      sheet = await api.ask("cover");
    } catch (error) {
      head.textContent = error.message;
      return;
    }
    again.hidden = true;
    const proof = sheet.proved ? ", and no fewer are" : "";
    head.textContent = `${sheet.size} towns are enough to have a best one by duel for every three of the 26 themes${proof}.`;
    body.hidden = false;
    const kept = store.get("cover") ?? {};
    if (kept.first in sheet.towns) first = PAGE * Math.floor(kept.first / PAGE);
    if (kept.chosen in sheet.towns) ({ chosen } = kept);
    show();
  }

  const body = h(
    "div",
    { class: "cover-body" },
    h("section", { class: "panel" }, h("div", { class: "row pager" }, back, where, on), grid),
    h("aside", { class: "panel" }, about, h("details", {}, h("summary", { text: "Find the town for three themes" }), picker.element), found),
  );
  body.hidden = true;
  const again = h("button", { type: "button", class: "small", text: "Look again", on: { click: load } });
  const element = h("div", { class: "cover" }, census.element(), h("div", { class: "facts" }, head, again), body);
  return {
    element,
    start() {
      census.then(load);
    },
  };
}
