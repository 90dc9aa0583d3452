// Right: members, tools to make things go wrong, and the log.

import { useMenu } from "./actions.js";
import { $, avatar, h, icon, toast } from "./dom.js";
import { menu } from "./popup.js";
import { ask } from "./socket.js";
import { channel, guild, isDM, isMember, isThread, menuCommands, nameOf, store, theBot } from "./store.js";

const TABS = { members: ["Members", "people"], tools: ["Tools", "tools"], log: ["Log", "log"] };
export const panel = { open: window.innerWidth > 1100 ? "members" : null };

export function togglePanel(which) {
  panel.open = panel.open === which ? null : which;
  if (panel.open === "log") store.unseenErrors = 0;
  document.dispatchEvent(new CustomEvent("layout"));
}

export function panelButtons() {
  return Object.entries(TABS).map(([key, [label, picture]]) =>
    h(
      "button",
      { class: `quiet${panel.open === key ? " pressed" : ""}`, title: label, "aria-label": label, "aria-pressed": String(panel.open === key), onclick: () => togglePanel(key) },
      icon(picture),
      key === "log" && store.unseenErrors ? h("span", { class: "badge" }, String(store.unseenErrors)) : null,
    ),
  );
}

export function drawPanel() {
  const element = $("panel");
  element.hidden = !panel.open;
  if (!panel.open) return;
  const head = h("header", { class: "panel-head" }, h("strong", {}, TABS[panel.open][0]), h("button", { class: "quiet", "aria-label": "Close", onclick: () => togglePanel(panel.open) }, icon("close")));
  const content = { members, tools, log }[panel.open]();
  const scrolled = element.querySelector(".panel-body")?.scrollTop ?? 0;
  const body = h("div", { class: `panel-body ${panel.open}` }, content);
  element.replaceChildren(head, body);
  body.scrollTop = panel.open === "log" ? body.scrollHeight : scrolled;
}

// -- members ------------------------------------------------------------------------------------

function members() {
  const here = store.people.filter(isMember);
  const bots = here.filter((one) => one.bot);
  const people = here.filter((one) => !one.bot);
  return [
    h("h2", {}, `Online — ${people.length}`),
    people.map(member),
    h("h2", {}, `Apps — ${bots.length}`),
    bots.map(member),
    h("p", { class: "tip" }, "Click a person for what the bot can do with them."),
  ];
}

function member(one) {
  const button = h(
    "button",
    { class: "member", "aria-haspopup": "menu", "data-person": one.key },
    avatar(one, 32),
    h("span", { class: "member-text" }, h("span", { dir: "auto" }, one.name, one.id === guild().owner ? " 👑" : ""), one.bot ? h("small", {}, store.bot.connected ? store.bot.status : "offline") : null),
    one.bot ? h("span", { class: "tag" }, "APP") : null,
  );
  button.addEventListener("click", () => memberMenu(button, one));
  button.addEventListener("contextmenu", (event) => (event.preventDefault(), memberMenu(button, one)));
  return button;
}

function memberMenu(anchor, one) {
  const commands = menuCommands(2).map((command) => ({ label: nameOf(command), icon: "at", run: () => useMenu(store.current, command, one.id) }));
  const entries = [...commands];
  if (!one.bot) {
    if (commands.length) entries.push("-");
    entries.push({ label: `Open a tab as ${one.name}`, icon: "open", run: () => window.open(`/?as=${one.key}`, "_blank") });
    if (one.id !== store.you) entries.push({ label: `Kick ${one.name}`, danger: true, run: () => ask("kick", { person: one.id, guild: guild().id }) });
  }
  const head = h("div", { class: "menu-person" }, avatar(one, 40), h("div", {}, h("strong", { dir: "auto" }, one.name), h("small", {}, one.key)));
  menu(anchor, entries, { head });
}

// -- tools --------------------------------------------------------------------------------------

const act = (label, what, details = {}, extra = "") =>
  h("button", { class: `button secondary small ${extra}`, onclick: async () => report(await ask(what, details)) }, label);

const report = (answer) => answer.error && toast(answer.error, { kind: "bad" });

function toggle(label, on, change) {
  const box = h("input", { type: "checkbox", checked: on });
  box.addEventListener("change", async () => report(await change(box.checked)));
  return h("label", { class: "toggle" }, h("span", { dir: "auto" }, label), box);
}

function tools() {
  const { bot } = store;
  const server = guild();
  const there = { guild: server.id };
  return [
    h("p", { class: "tip" }, "What can happen to a bot on Discord, at the press of a button."),
    h("h2", {}, "Bot"),
    h("p", { class: `state ${bot.connected ? "good" : "bad"}` }, bot.connected ? "Connected" : "Not connected"),
    bot.processes.map(process),
    h("div", { class: "buttons" }, act("Cut the connection", "drop"), act("Invalidate the session", "invalidate"), act("Rate-limit for 10 s", "rate_limit")),
    h("h2", {}, "Discord"),
    toggle("Rate limits as Discord's", bot.limited, (on) => ask("limit", { on })),
    toggle("The bot hears of nothing", bot.silent, (on) => ask("hush", { on })),
    Object.entries(bot.switches).map(([name, on]) => toggle(name, on, (turned) => ask("switch", { name, on: turned }))),
    h("h2", { dir: "auto" }, server.name),
    h("div", { class: "buttons" }, server.present ? act("Remove the bot", "expel_bot", there, "danger-text") : act("Add the bot", "invite_bot", there), server.unavailable ? act("End the outage", "outage", { ...there, on: false }) : act("Begin an outage", "outage", { ...there, on: true })),
    place(),
    h("h2", {}, "People"),
    store.people.filter((one) => !one.bot).map(personTools),
  ];
}

function process(state, number) {
  const its = { process: number };
  const runs = state.startsWith("running");
  const doings = runs ? [act("Kill and restart", "restart_bot", its, "danger-text"), act("Kill", "kill_bot", its, "danger-text")] : act("Start the bot", "start_bot", its);
  return [h("p", { class: `state ${runs ? "good" : "bad"}` }, state), h("div", { class: "buttons" }, doings)];
}

function place() {
  const entry = channel();
  if (!entry || isDM(entry)) return null;
  const name = `#${entry.name}`;
  const remove = h("button", { class: "button secondary small danger-text", onclick: async () => report(await ask("delete_channel", { channel: entry.id })) }, `Delete ${name}`);
  if (isThread(entry)) {
    const { archived, locked } = entry.thread_metadata;
    return [h("h2", {}, `Thread ${name}`), toggle("Archived", archived, (on) => ask("archive", { channel: entry.id, on })), toggle("Locked", locked, (on) => ask("lock", { channel: entry.id, on })), h("div", { class: "buttons" }, remove)];
  }
  return [
    h("h2", {}, `The bot may, in ${name}`),
    store.deniable.map((one) => toggle(one.replaceAll("_", " "), !entry.denied.includes(one), (on) => ask("forbid", { channel: entry.id, permission: one, on: !on }))),
    h("div", { class: "buttons" }, remove),
  ];
}

function personTools(one) {
  return h(
    "details",
    { class: "person-tools" },
    h("summary", {}, avatar(one, 20), h("span", { dir: "auto" }, one.name)),
    toggle("In the server", isMember(one), (on) => ask(on ? "join" : "kick", { person: one.id, guild: guild().id })),
    toggle("Direct messages closed", one.dms_closed, (on) => ask("close_dms", { person: one.id, on })),
  );
}

// -- log ----------------------------------------------------------------------------------------

let everything = false;

function log() {
  const lines = store.log.filter((one) => everything || one.level !== "debug");
  const box = h("input", { type: "checkbox", checked: everything });
  box.addEventListener("change", () => {
    everything = box.checked;
    drawPanel();
  });
  return [
    h("label", { class: "toggle" }, h("span", {}, "Show every request"), box),
    lines.length ? h("ol", { class: "log-lines" }, lines.slice(-200).map(logLine)) : h("p", { class: "tip" }, "Nothing to report."),
  ];
}

export function logLine(line) {
  const time = new Date(line.at * 1000).toLocaleTimeString([], { hour12: false });
  return h("li", { class: line.level }, h("time", {}, time), h("b", {}, line.source), h("span", { dir: "ltr" }, line.text));
}

// A new line while the log is open: add it without drawing everything again.
export function appendLog(line) {
  if (panel.open !== "log" || (line.level === "debug" && !everything)) return;
  const list = document.querySelector(".log-lines");
  if (!list) {
    drawPanel();
    return;
  }
  list.append(logLine(line));
  const body = list.closest(".panel-body");
  body.scrollTop = body.scrollHeight;
}

export const botName = () => theBot()?.name ?? "The bot";
