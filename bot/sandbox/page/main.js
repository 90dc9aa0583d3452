// Ties everything together: events come in, the parts that they touch are drawn again.

import { onInteraction } from "./actions.js";
import { buildComposer, refreshComposer, setText, showTyping } from "./composer.js";
import { $, avatar, dropToasts, h, icon, toast } from "./dom.js";
import { drawMessages, jumpTo, newest, plainText, stick } from "./messages.js";
import { showModal } from "./modal.js";
import { appendLog, botName, drawPanel, panel, panelButtons, togglePanel } from "./panel.js";
import { dm, drawSidebar, sorted } from "./sidebar.js";
import { ask, connect, listen } from "./socket.js";
import { applyOverview, channel, isDM, isThread, messagesOf, newer, person, store, theBot, unread, you } from "./store.js";

const OVERVIEWS = ["hello", "people", "guild", "commands", "bot"];
const narrow = () => window.innerWidth <= 760;

// -- where we are -------------------------------------------------------------------------------

function open(id, message) {
  if (!store.channels.has(id)) {
    toast("This channel is gone, or you can't see it.", { kind: "bad" });
    return;
  }
  const previous = store.current;
  store.current = id;
  closeDrawer();
  dropToasts(id);
  markRead();
  drawHeader();
  drawSidebar();
  drawPanel();
  drawMessages();
  refreshComposer(previous);
  if (message) jumpTo(message);
  if (!narrow()) $("input").focus({ preventScroll: true });
}

function ensurePlace() {
  if (channel()) return;
  const entry = sorted()[0] ?? dm();
  if (entry) open(entry.id);
}

function markRead() {
  const entry = channel();
  const last = entry && newest(entry.id);
  if (!last || document.hidden || !newer(last.id, entry.read)) return;
  entry.read = last.id;
  ask("read", { channel: entry.id, message: last.id });
}

// -- header and drawers -------------------------------------------------------------------------

function drawHeader() {
  const entry = channel();
  if (!entry) return;
  const picture = isDM(entry) ? avatar(theBot(), 24) : icon(isThread(entry) ? "thread" : "hash");
  const parent = isThread(entry) ? channel(entry.parent_id) : null;
  $("header").replaceChildren(
    h("button", { class: "quiet drawer-button", "aria-label": "Channels", onclick: openDrawer }, icon("menu"), elsewhere() ? h("span", { class: "badge" }, String(elsewhere())) : ""),
    picture,
    parent ? h("button", { class: "link crumb", dir: "auto", onclick: () => open(parent.id) }, `${parent.name} ›`) : "",
    h("h1", { class: "clip", dir: "auto" }, entry.name),
    entry.topic ? h("p", { class: "topic clip", dir: "auto" }, entry.topic) : "",
    isThread(entry) && !entry.joined ? h("button", { class: "button secondary small", title: "Follow this thread: it shows when something is new", onclick: () => ask("join_thread", { channel: entry.id }) }, "Join") : "",
    h("div", { class: "header-tools" }, store.online && !store.bot.connected ? h("span", { class: "offline" }, "bot offline") : null, panelButtons()),
  );
  const waiting = elsewhere();
  document.title = `${waiting ? `(${waiting}) ` : ""}${isDM(entry) ? "@" : "#"}${entry.name} · ${you()?.name ?? ""} · SCOUT sandbox`;
}

const elsewhere = () =>
  [...store.channels.values()].reduce((sum, entry) => sum + (entry.id === store.current ? 0 : unread(entry).pings), 0);

function openDrawer() {
  $("app").classList.add("drawer");
  $("shade").hidden = false;
  $("sidebar").querySelector("button")?.focus();
}

function closeDrawer() {
  $("app").classList.remove("drawer");
  $("shade").hidden = !(panel.open && window.innerWidth <= 1000);
}

$("shade").addEventListener("click", () => {
  if (window.innerWidth <= 1000 && panel.open) togglePanel(panel.open);
  closeDrawer();
});
document.addEventListener("keydown", (event) => event.key === "Escape" && closeDrawer());
document.addEventListener("layout", () => {
  closeDrawer();
  drawHeader();
  drawPanel();
});

// -- events from the sandbox --------------------------------------------------------------------

let booted = false;

function onEvent(event) {
  if (OVERVIEWS.includes(event.t)) {
    applyOverview(event);
    if (event.t === "hello") hello(event);
    ensurePlace();
    drawHeader();
    drawSidebar();
    drawPanel();
    drawMessages({ keepScroll: event.t !== "hello" });
    refreshComposer(store.current);
    return;
  }
  HANDLERS[event.t]?.(event);
}

function hello(event) {
  store.online = true;
  store.messages.clear();
  store.pending.clear();
  store.complete.clear();
  for (const [id, messages] of Object.entries(event.messages)) {
    store.messages.set(id, new Map(messages.map((one) => [one.id, one])));
  }
  store.log = event.log;
  document.body.classList.remove("lost");
  if (booted) return;
  booted = true;
  const wanted = asked.get("in");
  if (wanted === "dm" && dm()) store.current = dm().id;
}

// A burst of events is drawn once.
const due = new Set();

function soon(...draws) {
  if (!due.size) {
    setTimeout(() => {
      const now = [...due];
      due.clear();
      now.forEach((draw) => draw());
    }, 15);
  }
  draws.forEach((draw) => due.add(draw));
}

const redraw = () => drawMessages();

const HANDLERS = {
  message({ message }) {
    const known = messagesOf(message.channel_id).has(message.id);
    messagesOf(message.channel_id).set(message.id, message);
    const here = message.channel_id === store.current;
    // What answers my own click comes at the bottom, also when I had scrolled up to click.
    if (here && !known && message.ephemeral) stick(true);
    if (here) soon(redraw, markRead);
    if (channel(message.channel_id)?.parent_id === store.current) soon(redraw); // its thread's preview
    if (!known) announce(message, here);
    showTyping("");
    soon(drawSidebar, drawHeader);
  },
  message_gone({ id, channel_id }) {
    messagesOf(channel_id).delete(id);
    soon(redraw, drawSidebar);
  },
  channel({ channel: entry }) {
    store.channels.set(entry.id, entry);
    store.version += 1;
    drawSidebar();
    if (entry.id === store.current || entry.parent_id === store.current) {
      drawHeader();
      drawPanel();
      drawMessages({ keepScroll: true });
      refreshComposer(store.current);
    }
  },
  channel_gone({ id }) {
    store.channels.delete(id);
    store.messages.delete(id);
    if (store.current === id) {
      store.current = null;
      ensurePlace();
    }
    drawSidebar();
  },
  // Read here, or in another tab of the same person.
  read({ channel_id, message }) {
    const entry = channel(channel_id);
    if (!entry || !newer(message, entry.read)) return;
    entry.read = message;
    dropToasts(channel_id);
    soon(drawSidebar, drawHeader);
  },
  waiting({ person: id, count }) {
    person(id).waiting = count;
    soon(drawSidebar);
  },
  interaction: onInteraction,
  typing({ channel_id }) {
    if (channel_id !== store.current) return;
    showTyping(`${botName()} is typing…`);
    setTimeout(() => showTyping(""), 8000);
  },
  log(line) {
    store.log.push(line);
    if (store.log.length > 500) store.log.shift();
    if (line.level === "error" && panel.open !== "log") {
      store.unseenErrors += 1;
      drawHeader();
    }
    appendLog(line);
  },
  lost() {
    if (store.online) toast("The connection to the sandbox is lost; trying again…", { kind: "bad" });
    store.online = false;
    document.body.classList.add("lost");
  },
};

// A message somewhere else that is meant for you.
function announce(message, here) {
  const entry = channel(message.channel_id);
  const mine = message.author.id === store.you;
  // For screen readers: a redrawn list must not be read out from the top.
  if (here && !mine) $("announcer").textContent = `${person(message.author.id)?.name}: ${plainText(message).slice(0, 300)}`;
  if (here || mine || !entry || !(isDM(entry) || message.pinged || message.ephemeral)) return;
  if (document.hidden) return;
  const where = isDM(entry) ? "sent you a direct message" : `in #${entry.name}`;
  const text = [...plainText(message)].slice(0, 60).join("");
  toast(`${botName()} ${where}: ${text}…`, { about: entry.id, action: { label: "Open", run: () => open(entry.id) } });
}

// -- events from the page's own parts -----------------------------------------------------------

document.addEventListener("jump", ({ detail }) => open(detail.channel, detail.message));
document.addEventListener("compose", ({ detail }) => setText(detail));
document.addEventListener("modal", ({ detail }) => showModal(detail));
document.addEventListener("redraw", () => drawMessages());
document.addEventListener("become", ({ detail }) => {
  const place = new URL(location.href);
  place.searchParams.set("as", detail);
  place.searchParams.delete("locale");
  history.replaceState(null, "", place);
  store.failures.clear();
  store.notes.clear();
  connect(detail);
});
document.addEventListener("visibilitychange", () => {
  markRead();
  drawSidebar();
});

buildComposer();
listen(onEvent);
const asked = new URLSearchParams(location.search);
connect(asked.get("as"), asked.get("locale"));
