// Left: servers, channels with their threads, direct messages, and who you play as.

import { $, avatar, h, icon, toast } from "./dom.js";
import { menu } from "./popup.js";
import { ask } from "./socket.js";
import { channel, guild, isDM, isMember, isThread, newer, store, theBot, unread, you } from "./store.js";

const go = (id) => document.dispatchEvent(new CustomEvent("jump", { detail: { channel: id } }));

// A language by its own name.
const language = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);

// A server's text channels in their order.
export const sorted = (server = guild()) =>
  [...store.channels.values()].filter((one) => one.type === 0 && one.guild_id === server.id).sort((a, b) => a.position - b.position);

const threadsOf = (id) =>
  [...store.channels.values()].filter((one) => isThread(one) && one.parent_id === id).sort((a, b) => (newer(a.id, b.id) ? -1 : 1));

export const dm = () => [...store.channels.values()].find(isDM);

function badge(entry) {
  const { count, pings } = unread(entry);
  if (entry.id === store.current || !count) return null;
  if (pings) return h("span", { class: "badge", "aria-label": `${pings} new` }, pings > 99 ? "99+" : String(pings));
  return h("span", { class: "dot", "aria-label": "unread" });
}

function line(entry, picture, extra = "") {
  const open = entry.id === store.current;
  const fresh = !open && unread(entry).count > 0;
  return h(
    "button",
    {
      class: `channel ${extra}${open ? " open" : ""}${fresh ? " fresh" : ""}`,
      "aria-current": open ? "page" : null,
      "data-channel": entry.id,
      onclick: () => go(entry.id),
    },
    picture,
    h("span", { class: "clip", dir: "auto" }, entry.name),
    entry.thread_metadata?.archived ? h("small", {}, "archived") : null,
    badge(entry),
  );
}

export function drawSidebar() {
  drawRail();
  const direct = dm();
  const bot = theBot();
  const parts = [h("header", { class: "sidebar-head" }, h("strong", { class: "clip" }, guild().name))];
  const list = [];
  if (direct) list.push(h("h2", {}, "Direct messages"), line(direct, avatar(bot, 24), "direct"));
  list.push(h("h2", {}, "Text channels"));
  for (const entry of sorted()) {
    list.push(line(entry, icon("hash")));
    for (const thread of threadsOf(entry.id)) {
      const stale = thread.thread_metadata?.archived && thread.id !== store.current;
      if (!stale) list.push(line(thread, icon("thread"), "thread"));
    }
  }
  if (!sorted().length) list.push(h("p", { class: "empty" }, isMember(you()) ? "No channels are left." : "You are not in this server."));
  parts.push(h("div", { class: "channel-list" }, list), userArea());
  $("sidebar").replaceChildren(...parts);
}

function drawRail() {
  const direct = dm();
  const inDM = isDM(channel());
  const item = (label, content, open, target, mark) =>
    h("button", { class: `rail-item${open ? " open" : ""}`, title: label, "aria-label": label, onclick: () => target && go(target) }, content, mark);
  const servers = store.guilds.map((one) => {
    const inside = [...store.channels.values()].filter((entry) => entry.guild_id === one.id && entry.id !== store.current);
    const pings = inside.reduce((sum, entry) => sum + unread(entry).pings, 0);
    const mark = pings ? h("span", { class: "badge" }, String(pings)) : null;
    return item(one.name, h("span", { class: "server" }, initials(one.name)), !inDM && one.id === guild().id, sorted(one)[0]?.id, mark);
  });
  $("rail").replaceChildren(item("Direct messages", avatar(theBot(), 48), inDM, direct?.id, direct ? badge(direct) : null), h("hr"), ...servers);
}

const initials = (name = "") => name.split(" ").map((one) => one[0]).join("");

const waits = (one) => (one.waiting ? h("span", { class: "badge", "aria-label": `${one.waiting} unread for ${one.name}` }, String(one.waiting)) : null);

function userArea() {
  const me = you();
  const others = store.people.reduce((sum, one) => sum + (one.id === me?.id ? 0 : one.waiting), 0);
  const button = h(
    "button",
    { class: "user", "aria-haspopup": "menu", "aria-expanded": "false", title: "Play as somebody else", id: "play-as" },
    avatar(me, 32),
    h("span", { class: "user-text" }, h("strong", { dir: "auto" }, me?.name), h("small", {}, me && me.locale !== "en-US" ? `Playing as · ${language(me.locale)}` : "Playing as · switch")),
    others ? h("span", { class: "badge", "aria-label": `${others} unread for others` }, String(others)) : null,
    icon("chevron"),
  );
  button.addEventListener("click", () => userMenu(button));
  return h("footer", { class: "user-area" }, button);
}

function userMenu(anchor) {
  const me = you();
  const people = store.people.filter((one) => !one.bot);
  const named = store.locales.map((code) => [code, language(code)]).sort((a, b) => a[1].localeCompare(b[1]));
  const speak = h("select", { "aria-label": "Language of your Discord" }, named.map(([code, name]) => h("option", { value: code, selected: code === me.locale }, name)));
  speak.addEventListener("change", () => ask("locale", { locale: speak.value }));
  const closed = h("input", { type: "checkbox", checked: me.dms_closed });
  closed.addEventListener("change", async () => {
    await ask("close_dms", { person: me.id, on: closed.checked });
    toast(closed.checked ? "The bot can't write to you any more." : "The bot can write to you again.");
  });
  const settings = h("div", { class: "menu-settings" }, h("label", {}, h("span", {}, "My language"), speak), h("label", {}, h("span", {}, "Close my direct messages"), closed));
  menu(
    anchor,
    [
      ...people.map((one) => ({
        label: one.id === me.id ? `${one.name} (you)` : one.name,
        before: avatar(one, 24),
        after: one.id === me.id ? null : waits(one),
        run: () => document.dispatchEvent(new CustomEvent("become", { detail: one.key })),
      })),
      "-",
      ...people.filter((one) => one.id !== me.id).map((one) => ({ label: `Open ${one.name} in a new tab`, icon: "open", run: () => window.open(`/?as=${one.key}`, "_blank") })),
    ],
    { head: [h("div", { class: "menu-title" }, "Play as"), settings, h("hr")], width: 260 },
  );
}
