// The message box: plain messages, and slash commands with completion.

import { autocomplete, sendCommand } from "./actions.js";
import { $, avatar, h, icon, toast } from "./dom.js";
import { stick } from "./messages.js";
import { parse, suggest, values } from "./slash.js";
import { ask } from "./socket.js";
import { channel, describe, fold, isDM, nameOf, store } from "./store.js";

const drafts = new Map();
const picked = new Map();
let items = [];
let selected = -1;
let request = 0;

const input = h("textarea", {
  id: "input",
  rows: 1,
  dir: "auto",
  autocomplete: "off",
  spellcheck: false,
  role: "combobox",
  "aria-expanded": "false",
  "aria-controls": "suggestions",
  "aria-autocomplete": "list",
});
const suggestions = h("div", { id: "suggestions", class: "suggestions", role: "listbox", "aria-label": "Suggestions", hidden: true });
const guide = h("div", { class: "guide", hidden: true });
const status = h("div", { class: "composer-status", "aria-live": "polite" });

export function buildComposer() {
  const openCommands = h("button", { class: "quiet", title: "Commands", "aria-label": "Show the commands", onclick: () => setText("/") }, icon("slash"));
  const send = h("button", { class: "quiet send", title: "Send (Enter)", "aria-label": "Send", onclick: submit }, icon("send"));
  $("composer").replaceChildren(suggestions, h("div", { class: "composer-box" }, guide, h("div", { class: "composer-line" }, openCommands, input, send)), status);
  input.addEventListener("input", changed);
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", () => setTimeout(() => document.activeElement !== input && hide(), 150));
  input.addEventListener("focus", changed);
}

export function setText(text) {
  input.value = text;
  input.focus();
  input.setSelectionRange(text.length, text.length);
  changed();
}

// The open channel, its commands or the person changed.
export function refreshComposer(previous) {
  if (previous !== store.current) {
    if (previous) drafts.set(previous, input.value);
    input.value = drafts.get(store.current) ?? "";
  }
  const entry = channel();
  const where = isDM(entry) ? `@${entry?.name}` : `#${entry?.name}`;
  const short = window.innerWidth <= 480;
  const message = `Message ${where}`;
  const commands = short ? "Type / for commands" : `${message} · type / for commands`;
  input.placeholder = entry?.commands?.length ? commands : message;
  input.setAttribute("aria-label", `Message ${where}`);
  resize();
  if (document.activeElement === input) changed();
  else showGuide(input.value.startsWith("/") ? parse(input.value) : null);
}

export function showTyping(text) {
  status.textContent = text;
}

function resize() {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, 200)}px`;
}

function hide() {
  suggestions.hidden = true;
  items = [];
  selected = -1;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function changed() {
  resize();
  request += 1;
  if (!input.value.startsWith("/")) {
    showGuide(null);
    hide();
    return;
  }
  const parsed = parse(input.value);
  showGuide(parsed);
  const offer = suggest(parsed);
  if (offer.kind === "ask") askBot(parsed, offer.title, request);
  else show(offer);
}

async function askBot(parsed, title, mine) {
  show({ kind: "note", title, items: [], text: "Asking the bot…" });
  await new Promise((done) => setTimeout(done, 120));
  if (mine !== request) return;
  const { node, text } = parsed.current;
  const options = { ...values(parsed, picked), [node.name]: text };
  const offered = await autocomplete(store.current, parsed.leaf, options, node.name);
  if (mine !== request) return;
  if (offered === null) {
    show({ kind: "note", title, items: [], text: "Loading options failed" });
    return;
  }
  const list = offered.map((one) => ({ label: nameOf(one), value: one.value }));
  for (const one of list) picked.set(`${parsed.leaf.raw} ${node.name} ${one.label}`, one.value);
  const settled = list.some((one) => one.label === text);
  show({ kind: "value", title, items: list, settled, text: list.length ? null : "No options match your search" });
}

function show(offer) {
  items = offer.items.slice(0, 50).map((item) => ({ ...item, kind: offer.kind }));
  const wantsChoice = offer.kind === "command" || (offer.kind === "value" && !offer.settled);
  selected = items.length && wantsChoice ? 0 : -1;
  const nothing = offer.text ?? (offer.kind === "command" ? "No command is called that." : null);
  if (!items.length && !nothing) {
    hide();
    return;
  }
  suggestions.replaceChildren(
    h("div", { class: "suggestions-title", dir: "auto" }, offer.title),
    ...items.map((item, index) =>
      h(
        "div",
        { class: "suggestion", id: `s${index}`, role: "option", "aria-selected": String(index === selected), onpointerdown: (event) => (event.preventDefault(), accept(index)) },
        item.person ? avatar(item.person, 24) : null,
        h("strong", { dir: "auto" }, item.label, item.required ? h("span", { class: "required" }, " *") : null),
        item.detail ? h("span", { class: "detail", dir: "auto" }, item.detail) : null,
      ),
    ),
    items.length || !nothing ? "" : h("div", { class: "suggestion none" }, nothing),
  );
  suggestions.hidden = false;
  input.setAttribute("aria-expanded", "true");
  mark();
}

function mark() {
  for (const [index, element] of [...suggestions.querySelectorAll("[role=option]")].entries()) {
    element.setAttribute("aria-selected", String(index === selected));
    if (index === selected) element.scrollIntoView({ block: "nearest" });
  }
  if (selected >= 0) input.setAttribute("aria-activedescendant", `s${selected}`);
  else input.removeAttribute("aria-activedescendant");
}

function accept(index) {
  const item = items[index];
  const parsed = parse(input.value);
  if (item.kind === "command") {
    const first = (item.leaf.node.options ?? []).find((one) => one.required);
    setText(`${item.label} ${first ? `${nameOf(first)}:` : ""}`);
  } else if (item.kind === "option") {
    const base = input.value.slice(0, input.value.length - (parsed.query?.length ?? 0)).trimEnd();
    setText(`${base} ${nameOf(item.option)}:`);
  } else if (parsed.current) {
    const { node, loose, text } = parsed.current;
    const at = loose ? input.value.lastIndexOf(text) : lastColon(input.value, node);
    setText(`${input.value.slice(0, at)}${item.label} `);
  }
}

// Where the value of an option begins: after the last "name:".
function lastColon(text, node) {
  const places = [node.name, nameOf(node)].map((name) => fold(text).lastIndexOf(`${fold(name)}:`) + name.length + 1);
  return Math.max(...places);
}

// Above the box: what the command does, and its options; filled ones light up.
function showGuide(parsed) {
  guide.hidden = !parsed?.leaf;
  if (!parsed?.leaf) return;
  const add = (node) => setText(`${input.value.trimEnd()} ${nameOf(node)}:`);
  guide.replaceChildren(
    h("span", { class: "guide-text", dir: "auto" }, describe(parsed.leaf.node)),
    ...(parsed.leaf.node.options ?? []).map((node) => {
      const used = parsed.options.find((one) => one.node === node);
      const state = used ? (used.text ? " filled" : " open") : "";
      return h("button", { class: `pill${state}`, title: describe(node), disabled: Boolean(used), onclick: () => add(node) }, nameOf(node), node.required ? " *" : "");
    }),
  );
}

function onKey(event) {
  const visible = !suggestions.hidden && items.length;
  if (visible && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    selected = selected < 0 ? (step > 0 ? 0 : items.length - 1) : (selected + step + items.length) % items.length;
    mark();
  } else if (visible && event.key === "Tab" && !event.shiftKey) {
    event.preventDefault();
    accept(Math.max(selected, 0));
  } else if (event.key === "Escape" && !suggestions.hidden) {
    event.preventDefault();
    hide();
  } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    if (visible && selected >= 0) accept(selected);
    else submit();
  }
}

async function submit() {
  const text = input.value.trim();
  if (!text) {
    input.focus();
    return;
  }
  if (text.startsWith("/")) {
    const parsed = parse(text);
    if (!parsed.leaf) {
      toast(`There is no command “${text}”. Type / to see them all.`, { kind: "bad" });
      return;
    }
    if (parsed.missing.length) {
      setText(`${text} ${nameOf(parsed.missing[0])}:`);
      return;
    }
    if (!(await sendCommand(store.current, parsed.leaf, values(parsed, picked)))) return;
  } else {
    const answer = await ask("say", { channel: store.current, text });
    if (answer.error) {
      toast(answer.error, { kind: "bad" });
      return;
    }
  }
  input.value = "";
  changed();
  hide();
  stick(true);
}
