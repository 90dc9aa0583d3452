// The messages of the open channel. One element a message; an update replaces just that one.

import { component, embed, fileCard, picture } from "./components.js";
import { $, avatar, h, icon } from "./dom.js";
import { markdown, plain } from "./markdown.js";
import { ask } from "./socket.js";
import { channel, isDM, leaves, nameOf, ordered, person, removeNote, shared, shownName, store, theBot } from "./store.js";

const PAGE = 100; // as many messages of a channel come at once
const GROUP_MS = 7 * 60 * 1000;

const clock = (iso) => new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(iso));

function header(message, author) {
  return h(
    "div",
    { class: "message-head" },
    h("span", { class: "author", dir: "auto", style: author?.bot ? null : `color:${author?.colour}` }, author?.name ?? message.author.username),
    author?.bot ? h("span", { class: "tag" }, "APP") : null,
    h("time", { class: "when", datetime: message.timestamp, title: new Date(message.timestamp).toLocaleString() }, clock(message.timestamp)),
  );
}

// "Ada used /scout play", or what a reply answers.
function origin(message) {
  const used = message.interaction_metadata;
  if (used?.type === 2 && used.name) {
    const who = person(used.user.id);
    return h("div", { class: "origin" }, avatar(who, 16), h("strong", { dir: "auto" }, who?.name ?? "?"), " used ", h("span", { class: "mention", dir: "auto" }, shownName(used.name, channel(message.channel_id)) ?? `${message.type === 23 ? "" : "/"}${used.name}`));
  }
  if (message.type === 19 && message.message_reference) {
    const target = store.messages.get(message.channel_id)?.get(message.message_reference.message_id);
    const text = target ? plainText(target) : "Original message was deleted";
    return h("div", { class: "origin" }, target ? h("strong", { dir: "auto" }, person(target.author.id)?.name) : null, h("span", { class: "clip", dir: "auto" }, text));
  }
  return null;
}

// A message in one line, as it reads without its looks.
export function plainText(message) {
  const texts = [message.content];
  const walk = (nodes) => nodes.forEach((node) => {
    if (node.type === 10) texts.push(node.content);
    if (node.components) walk(node.components);
  });
  walk(message.components);
  return texts.map(plain).join(" ").trim() || (message.attachments.length ? "A picture" : "A message");
}

// What was said in a thread, without the line that it begins with.
const inThread = (id) => (id ? shared(id).filter((one) => one.type !== 21) : []);

const threadOf = (message) => (message.type === 18 ? message.message_reference?.channel_id : message.thread?.id);

function threadCard(message) {
  const id = threadOf(message);
  const thread = id && channel(id);
  if (!thread) return null;
  const go = () => document.dispatchEvent(new CustomEvent("jump", { detail: { channel: thread.id } }));
  const said = inThread(thread.id);
  const last = said.at(-1);
  const count = said.length === 1 ? "1 Message ›" : `${said.length > 50 ? "50+" : said.length} Messages ›`;
  return h(
    "button",
    { class: "thread-card", onclick: go },
    h("span", {}, icon("thread"), h("strong", { dir: "auto" }, thread.name), h("span", { class: "see" }, count)),
    last ? h("small", { class: "last" }, h("b", { dir: "auto" }, person(last.author.id)?.name), h("span", { class: "clip", dir: "auto" }, plainText(last).slice(0, 80))) : null,
  );
}

function body(message) {
  if (message.flags & 128) return [h("p", { class: "thinking" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), ` ${theBot()?.name} is thinking…`)];
  if (message.type === 18) return [h("p", { class: "system" }, "started a thread: ", h("strong", { dir: "auto" }, message.content)), threadCard(message)];
  if (message.type === 21) return [h("p", { class: "system" }, "This thread grew out of a message in the channel.")];
  const v2 = message.flags & (1 << 15);
  const files = v2 ? [] : message.attachments.map((one) => (one.width ? picture(one) : fileCard({ url: one.url, name: one.filename, size: one.size })));
  const edited = message.edited_timestamp ? h("small", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() }, "(edited)") : null;
  const text = message.content ? markdown(message.content) : [];
  if (edited && text.length && text.at(-1).tagName === "P") text.at(-1).append(" ", edited);
  return [
    text.length ? h("div", { class: "text" }, text) : null,
    files.length ? h("div", { class: "files" }, files) : null,
    message.embeds.map(embed),
    message.components.length ? h("div", { class: "components" }, message.components.map((one) => component(message, one))) : null,
    threadCard(message),
  ];
}

function footer(message) {
  const failure = store.failures.get(message.id);
  const dismiss = () => ask("delete_message", { message: message.id });
  return [
    failure ? h("p", { class: "failure", role: "alert" }, icon("close"), failure) : null,
    message.ephemeral
      ? h("p", { class: "only-you" }, icon("eye"), "Only you can see this · ", h("button", { class: "link", onclick: dismiss }, "Dismiss message"))
      : null,
  ];
}

function follows(message, before) {
  if (!before || before.author.id !== message.author.id || message.type === 20 || message.type === 23 || message.type === 19) return false;
  if (Boolean(before.ephemeral) !== Boolean(message.ephemeral)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < GROUP_MS;
}

function row(message, before) {
  const author = person(message.author.id);
  const joined = follows(message, before);
  const remove = () => ask("delete_message", { message: message.id });
  return h(
    "li",
    { class: `message${joined ? " joined" : ""}${message.ephemeral ? " ephemeral" : ""}${message.pinged ? " pinged" : ""}`, id: `m${message.id}`, "data-id": message.id },
    joined ? null : origin(message),
    h("div", { class: "gutter" }, joined ? h("time", { class: "when" }, clock(message.timestamp)) : avatar(author)),
    h("div", { class: "message-body" }, joined ? null : header(message, author), body(message), footer(message)),
    h("div", { class: "message-tools" }, h("button", { class: "quiet", title: "Delete this message, as a moderator would", "aria-label": "Delete message", onclick: remove }, icon("trash"))),
  );
}

function noteRow(note) {
  const dismiss = () => (removeNote(note.id), drawMessages());
  const bot = theBot();
  return h(
    "li",
    { class: `message note ${note.kind}`, id: note.id },
    h("div", { class: "gutter" }, avatar(bot)),
    h("div", { class: "message-body" }, h("div", { class: "message-head" }, h("span", { class: "author" }, bot?.name), h("span", { class: "tag" }, "APP")), h("p", {}, note.kind === "sending" ? h("span", { class: "dots" }, h("i"), h("i"), h("i")) : icon("close"), " ", note.text), note.kind === "failed" ? h("p", { class: "only-you" }, icon("eye"), "Only you can see this · ", h("button", { class: "link", onclick: dismiss }, "Dismiss message")) : null),
  );
}

function welcome(entry) {
  const compose = (text) => document.dispatchEvent(new CustomEvent("compose", { detail: text }));
  const start = leaves(entry).find((one) => one.raw === "scout play") ?? leaves(entry)[0];
  const computers = start?.node.options?.find((one) => one.name === "computers");
  const solo = computers ? `/${start.shown} ${nameOf(computers)}:2` : null;
  const where = isDM(entry) ? "This is where the bot writes to you alone." : `Welcome to #${entry.name}`;
  return h(
    "li",
    { class: "welcome" },
    h("div", { class: "welcome-badge" }, isDM(entry) ? avatar(theBot(), 64) : icon(entry.parent_id ? "thread" : "hash")),
    h("h2", { dir: "auto" }, where),
    isDM(entry)
      ? h("p", {}, "Your cards come here during a match. Nobody else sees them.")
      : entry.parent_id ? h("p", {}, "The table of a match: everybody sees it. Each player's cards come in a direct message.")
      : h("p", {}, "A small Discord on your own computer, with the real bot in it. Nothing leaves this machine, so try whatever you like."),
    // A match's thread and the direct messages are no place to start another match.
    isDM(entry) || entry.parent_id ? null : start
      ? h("p", { class: "hint" }, "Type ", h("kbd", {}, `/${start.shown}`), " and press ", h("kbd", {}, "Enter"), " to start. ", h("button", { class: "button primary small", onclick: () => compose(`/${start.shown} `) }, "Put it in the box for me"), solo ? h("button", { class: "button secondary small", onclick: () => compose(solo) }, "Against two computers") : null)
      : h("p", { class: "hint waiting" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), store.bot.connected ? " The bot has no commands here yet." : " Waiting for the bot to connect…"),
  );
}

// Rows whose message and surroundings are unchanged are kept: their pictures need not load again.
const rows = new Map();

function keptRow(message, before) {
  const waiting = [...store.pending.values()].filter((one) => one.message === message.id).map((one) => one.control);
  const thread = inThread(threadOf(message));
  const key = [before?.id, store.version, store.failures.get(message.id), ...waiting, thread.length, thread.at(-1)?.id, thread.at(-1)?.edited_timestamp].join("|");
  const known = rows.get(message.id);
  if (known?.message === message && known.key === key) return known.element;
  const element = row(message, before);
  rows.set(message.id, { message, key, element });
  return element;
}

// Make the children these, touching only what differs.
function reconcile(parent, wanted) {
  wanted.forEach((element, index) => {
    if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null);
  });
  while (parent.children.length > wanted.length) parent.lastChild.remove();
}

let shownChannel = null;
let stuck = true;

// Draw the open channel: after a message came, changed or went, and when another one is opened.
export function drawMessages({ keepScroll = false } = {}) {
  const entry = channel();
  if (!entry) return;
  if (shownChannel !== entry.id) {
    shownChannel = entry.id;
    rows.clear();
    stuck = true;
  }
  const focus = focusKey();
  const all = ordered(entry.id);
  const older = all.length >= PAGE && !store.complete.has(entry.id) ? h("li", {}, h("button", { class: "button secondary small older", onclick: () => loadOlder(all[0].id) }, "Load older messages")) : null;
  const shown = all.map((message, index) => keptRow(message, all[index - 1]));
  reconcile($("messages"), [older ?? welcome(entry), ...shown, ...(store.notes.get(entry.id) ?? []).map(noteRow)]);
  restoreFocus(focus);
  if (!keepScroll) stick();
}

async function loadOlder(before) {
  const id = store.current;
  const answer = await ask("older", { channel: id, before });
  if (answer.error) return;
  if (answer.result.length < PAGE) store.complete.add(id);
  const scroller = $("scroller");
  const height = scroller.scrollHeight;
  for (const message of answer.result) store.messages.get(id).set(message.id, message);
  drawMessages({ keepScroll: true });
  scroller.scrollTop += scroller.scrollHeight - height;
}

// -- focus and scrolling survive redrawing ------------------------------------------------------

function focusKey() {
  const active = document.activeElement;
  const holder = active?.closest?.(".message[data-id]");
  if (!holder) return null;
  const all = [...holder.querySelectorAll("button, a, summary")];
  return { message: holder.dataset.id, control: active.dataset.customId, index: all.indexOf(active) };
}

function restoreFocus(key) {
  const holder = key && $(`m${key.message}`);
  if (!holder || holder.contains(document.activeElement)) return;
  const all = [...holder.querySelectorAll("button, a, summary")];
  const same = all.find((one) => key.control && one.dataset.customId === key.control);
  const inBody = all.filter((one) => one.dataset.customId);
  (same ?? all[key.index] ?? inBody[0])?.focus({ preventScroll: true });
}

const scroller = $("scroller");
const atBottom = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 80;
scroller.addEventListener("scroll", () => {
  stuck = atBottom();
});
// Pictures that load late, and a growing composer, must not push the newest message out of sight.
new ResizeObserver(() => stick()).observe($("messages"));
new ResizeObserver(() => stick()).observe(scroller);

export function stick(force = false) {
  if (force) stuck = true;
  if (stuck) scroller.scrollTop = scroller.scrollHeight;
}

export function jumpTo(id) {
  const element = $(`m${id}`);
  if (!element) return;
  stuck = false;
  element.scrollIntoView({ block: "center" });
  element.classList.remove("flash");
  requestAnimationFrame(() => element.classList.add("flash"));
}

export const newest = (id) => ordered(id).at(-1);
