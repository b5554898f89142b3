// The start page: pick a game, give an instance, watch a solver, look at the answer.

const $ = (id) => document.getElementById(id);
let game = null;
let job = null;

async function call(method, path, body) {
  const response = await fetch(`/api/v1${path}`, {
    method,
    headers: body ? { "Content-Type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  const data = await response.json();
  if (!response.ok) throw new Error(data.detail);
  return data;
}

function asText(instance) {
  return typeof instance === "string" ? instance : JSON.stringify(instance);
}

function option(text, value) {
  return Object.assign(document.createElement("option"), { textContent: text, value });
}

function choose(chosen) {
  game = chosen;
  for (const button of $("games").querySelectorAll("button")) {
    button.setAttribute("aria-current", button.dataset.name === game.name);
  }
  $("title").textContent = game.title;
  $("summary").textContent = game.summary;
  $("syntax").textContent = game.syntax;
  $("examples").replaceChildren(...game.examples.map((example, index) => option(example.title, index)));
  $("solver").replaceChildren(...game.solvers.map((name) => option(`${name}: ${game.solver_notes[name]}`, name)));
  $("bench").hidden = false;
  showExample();
}

function showExample() {
  $("instance").value = asText(game.examples[$("examples").value || 0].instance);
  say("");
  $("picture").hidden = $("more").hidden = true;
}

function say(text, failed = false) {
  $("status").textContent = text;
  $("status").classList.toggle("failed", failed);
}

function working(yes) {
  $("solve").disabled = yes;
  $("cancel").disabled = !yes;
}

function progressText({ best, bound, elapsed }) {
  const parts = [`${elapsed.toFixed(1)} s`];
  if (best !== null) parts.push(`best ${best}`);
  if (bound !== null) parts.push(`bound ${bound}`);
  return parts.join(", ");
}

function shellQuoted(text) {
  return /^[\w.,:@/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function finish(done, question) {
  working(false);
  if (done.result === null) {
    say(done.error ?? done.state, true);
    return;
  }
  const { status, objective, bound, seconds, solver } = done.result;
  const facts = [status];
  if (objective !== null) facts.push(`objective ${objective}`);
  if (bound !== null && bound !== objective) facts.push(`bound ${bound}`);
  say(`${facts.join(", ")} (${solver}, ${seconds.toFixed(3)} s)`);
  $("picture").hidden = done.svg === null;
  if (done.svg !== null) {
    const image = $("picture").querySelector("img");
    image.src = `data:image/svg+xml,${encodeURIComponent(done.svg)}`;
    image.alt = `${game.title}: ${facts.join(", ")}`;
  }
  const command = ["tilewright", "solve", question.game, question.instance, "--solver", question.solver];
  $("command").textContent = [...command, "--time-limit", String(question.time_limit)].map(shellQuoted).join(" ");
  $("json").textContent = JSON.stringify(done.result, null, 1);
  $("more").hidden = false;
}

async function solve(event) {
  event.preventDefault();
  const question = {
    game: game.name,
    instance: $("instance").value.trim(),
    solver: $("solver").value,
    time_limit: Number($("limit").value),
  };
  working(true);
  $("picture").hidden = $("more").hidden = true;
  say("waiting for a free worker");
  try {
    job = await call("POST", "/jobs", question);
  } catch (error) {
    working(false);
    say(error.message, true);
    return;
  }
  const events = new EventSource(`/api/v1/jobs/${job.id}/events`);
  events.addEventListener("running", () => say("working"));
  events.addEventListener("progress", (message) => say(progressText(JSON.parse(message.data))));
  for (const end of ["done", "failed", "cancelled"]) {
    events.addEventListener(end, (message) => {
      events.close();
      finish(JSON.parse(message.data), question);
    });
  }
}

async function start() {
  const games = await call("GET", "/games");
  $("games").replaceChildren(
    ...games.map((each) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: each.title });
      button.dataset.name = each.name;
      button.addEventListener("click", () => choose(each));
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
  choose(games[0]);
}

$("question").addEventListener("submit", solve);
$("examples").addEventListener("change", showExample);
$("cancel").addEventListener("click", () => job && call("DELETE", `/jobs/${job.id}`));
start().catch((error) => say(error.message, true));
