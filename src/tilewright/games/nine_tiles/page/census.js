// The census of all towns: whether it is there, how far the server is with it, and who waits for it.

const WAITING = "The server has not begun yet. Without a preparing server, `tilewright towns build` makes it.";

/** Gives {element(), about(theme, score), ready, then(act)}: a progress line for every place that waits, and what to do once it is there. */
export function censusWatch({ api, dom, preparation }) {
  const { h } = dom;
  const waiting = new Set();
  const lines = new Set();
  let found = null;
  let told = { state: "", done: 0, note: "" };
  let following = false;

  async function look() {
    try {
      if ((await api.ask("prepared")).census) found = await api.ask("census");
    } catch (error) {
      told = { ...told, note: error.message };
    }
    draw();
    if (!found) return;
    const ready = [...waiting];
    waiting.clear();
    ready.forEach((act) => act());
  }

  async function follow() {
    await look();
    if (found || following) return;
    following = true;
    await preparation((news) => {
      told = news;
      draw();
    });
    following = false;
    if (!found) await look();
  }

  function draw() {
    for (const line of lines) {
      line.hidden = found !== null;
      if (found) continue;
      const percent = Math.round(100 * told.done);
      const words = {
        waiting: WAITING,
        running: `${told.note || "counting all towns"} (${percent} %)`,
        failed: `It could not be made: ${told.note}`,
      };
      line.querySelector(".note").textContent = words[told.state] ?? told.note;
      const bar = line.querySelector("progress");
      bar.value = told.done;
      bar.hidden = told.state === "failed";
      line.querySelector("button").hidden = told.state === "running";
    }
  }

  function element() {
    const line = h(
      "div",
      { class: "panel census", role: "status" },
      h("h3", { text: "The census of all 526,070,976 towns is not there yet" }),
      h("p", { text: "It is counted once, in the background, and takes one to four minutes. You can build and race meanwhile." }),
      h("progress", { max: 1, value: 0, "aria-label": "How much of the census is counted" }),
      h("p", { class: "note quiet" }),
      h("button", { type: "button", class: "small", text: "Look again", on: { click: follow } }),
    );
    line.hidden = found !== null;
    lines.add(line);
    draw();
    return line;
  }

  /** How many towns score less, the same and more in a theme; null before the census is there. */
  function about(theme, score) {
    if (!found) return null;
    const sums = { below: 0, equal: 0, above: 0, all: found.towns };
    for (const [each, towns] of found.themes[theme]) sums[each < score ? "below" : each > score ? "above" : "equal"] += towns;
    return sums;
  }

  return {
    element,
    about,
    follow,
    ready: () => found !== null,
    /** Now, if the census is there, else once it is. */
    then(act) {
      if (found) act();
      else waiting.add(act);
    },
  };
}
