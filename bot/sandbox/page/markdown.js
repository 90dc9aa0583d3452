// Discord's markdown, as far as bots use it, to elements. Never through HTML strings.

import { h } from "./dom.js";
import { channel, guild, person, store, you } from "./store.js";

const INLINE = [
  [/^\\([^\sA-Za-z0-9])/, (m) => m[1]],
  [/^(`+)([^`](?:[\s\S]*?[^`])?)\1(?!`)/, (m) => h("code", { class: "inline" }, m[2].trim())],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  [/^<@!?(\d+)>/, (m) => mention(`@${person(m[1])?.name ?? "unknown-user"}`, m[1] === store.you)],
  [/^<@&(\d+)>/, (m) => mention(`@${guild().roles?.find((one) => one.id === m[1])?.name ?? "unknown-role"}`)],
  [/^<#(\d+)>/, (m) => channelLink(m[1])],
  [/^<\/([^:>]+):(\d+)>/, (m) => commandLink(m[1])],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^@(everyone|here)\b/, (m) => mention(m[0])],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/, (m) => link(m[2], inline(m[1]))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], [m[1]])],
  [/^https?:\/\/[^\s<>)]+[^\s<>).,;:!?'"]/, (m) => link(m[0], [m[0]])],
  [/^\*\*\*([\s\S]+?)\*\*\*(?!\*)/, (m) => h("strong", {}, h("em", {}, inline(m[1])))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m) => h("strong", {}, inline(m[1]))],
  [/^__([\s\S]+?)__(?!_)/, (m) => h("u", {}, inline(m[1]))],
  [/^~~([\s\S]+?)~~/, (m) => h("s", {}, inline(m[1]))],
  [/^\|\|([\s\S]+?)\|\|/, (m) => spoiler(inline(m[1]))],
  [/^\*(?!\s)([\s\S]+?)(?<!\s)\*(?!\*)/, (m) => h("em", {}, inline(m[1]))],
  [/^_(?!\s)([\s\S]+?)(?<!\s)_(?![A-Za-z0-9_])/, (m) => h("em", {}, inline(m[1]))],
];

export function inline(text) {
  const out = [];
  let plain = "";
  let rest = text;
  let before = "";
  while (rest) {
    let hit = null;
    for (const [pattern, make] of INLINE) {
      const found = rest.match(pattern);
      // An underscore inside a word is a letter like any other.
      if (found && !(found[0][0] === "_" && /\w/.test(before))) {
        hit = [found[0], make(found)];
        break;
      }
    }
    const taken = hit ? hit[0] : rest.match(/^(?:(?!https?:)[A-Za-z0-9\s])+|^[\s\S]/u)[0];
    if (hit) {
      if (plain) out.push(...lines(plain));
      plain = "";
      out.push(hit[1]);
    } else {
      plain += taken;
    }
    before = taken.slice(-1);
    rest = rest.slice(taken.length);
  }
  if (plain) out.push(...lines(plain));
  return out;
}

const lines = (text) =>
  text.split("\n").flatMap((one, index) => (index ? [h("br"), one] : [one])).filter((one) => one !== "");

const mention = (text, mine) => h("span", { class: mine ? "mention mine" : "mention", dir: "auto" }, text);

const link = (url, children) => {
  const jump = url.match(/\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?/);
  if (!jump) return h("a", { href: url, target: "_blank", rel: "noreferrer" }, children);
  // A link into Discord stays in this page.
  const go = (event) => {
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("jump", { detail: { channel: jump[1], message: jump[2] } }));
  };
  const text = children.length === 1 && children[0] === url ? [`# ${channel(jump[1])?.name ?? "unknown"} › 💬`] : children;
  return h("a", { href: "#", class: "mention", onclick: go }, text);
};

const channelLink = (id) => {
  const entry = channel(id);
  const go = () => document.dispatchEvent(new CustomEvent("jump", { detail: { channel: id } }));
  return entry
    ? h("button", { class: "mention", dir: "auto", onclick: go }, `# ${entry.name}`)
    : mention("# no-access");
};

const commandLink = (name) => {
  const go = () => document.dispatchEvent(new CustomEvent("compose", { detail: `/${name} ` }));
  return h("button", { class: "mention", onclick: go }, `/${name}`);
};

const spoiler = (children) => {
  const box = h("span", { class: "spoiler", tabindex: "0", role: "button", "aria-label": "Spoiler" }, children);
  const reveal = () => box.classList.add("shown");
  box.addEventListener("click", reveal);
  box.addEventListener("keydown", (event) => event.key === "Enter" && reveal());
  return box;
};

// -- time -------------------------------------------------------------------------------------

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

export function relative(seconds, now = Date.now() / 1000) {
  const away = seconds - now;
  const units = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, size] = units.find(([, one]) => Math.abs(away) >= one) ?? units.at(-1);
  return new Intl.RelativeTimeFormat(you()?.locale ?? "en", { numeric: "always" }).format(Math.round(away / size), unit);
}

function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  const locale = you()?.locale ?? "en";
  const full = new Intl.DateTimeFormat(locale, FORMATS.F).format(date);
  const text = style === "R" ? relative(seconds) : new Intl.DateTimeFormat(locale, FORMATS[style]).format(date);
  return h("time", { class: "stamp", title: full, datetime: date.toISOString(), "data-relative": style === "R" ? seconds : null }, text);
}

setInterval(() => {
  for (const element of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(element.dataset.relative));
    if (element.textContent !== text) element.textContent = text;
  }
}, 500);

// -- blocks -----------------------------------------------------------------------------------

// Each line runs as its first letter does (unicode-bidi: plaintext); a list or quotation has its
// marks on the side where its first line begins.
const BLOCKS = [
  [/^```(?:([\w+-]*)\n)?([\s\S]*?)\n?```\n?/, (m) => h("pre", { dir: "ltr" }, h("code", {}, m[2]))],
  [/^(#{1,3}) +(.+)(?:\n|$)/, (m) => h(`h${m[1].length + 1}`, {}, inline(m[2]))],
  [/^-# +(.+)(?:\n|$)/, (m) => h("small", { class: "subtext" }, inline(m[1]))],
  [/^>>> ([\s\S]+)$/, (m) => h("blockquote", { dir: "auto" }, markdown(m[1]))],
  [/^(?:> ?.*(?:\n|$))+/, (m) => h("blockquote", { dir: "auto" }, markdown(m[0].replace(/^> ?/gm, "").trimEnd()))],
  [/^(?: *[-*] .+(?:\n|$))+/, (m) => list("ul", m[0], /^( *)[-*] (.+)$/)],
  [/^(?: *\d+\. .+(?:\n|$))+/, (m) => list("ol", m[0], /^( *)\d+\. (.+)$/)],
];

function list(tag, text, pattern) {
  const first = text.match(/^ *(\d+)\./);
  const items = text.trimEnd().split("\n").map((line) => {
    const [, indent, content] = line.match(pattern) ?? [null, "", line];
    return h("li", { class: indent.length > 1 ? "nested" : null }, inline(content));
  });
  return h(tag, { dir: "auto", start: tag === "ol" && first ? first[1] : null }, items);
}

// The text as block elements.
export function markdown(text) {
  const out = [];
  let rest = text;
  let plain = "";
  const flush = () => {
    const trimmed = plain.replace(/\n$/, "");
    if (trimmed) out.push(...trimmed.split(/\n\n/).map((one) => h("p", {}, inline(one))));
    plain = "";
  };
  while (rest) {
    let taken = null;
    for (const [pattern, make] of BLOCKS) {
      const found = rest.match(pattern);
      if (found) {
        flush();
        out.push(make(found));
        taken = found[0];
        break;
      }
    }
    if (taken === null) {
      taken = rest.match(/^[^\n]*\n?/)[0];
      plain += taken;
    }
    rest = rest.slice(taken.length);
  }
  flush();
  return out;
}

const BREAKS = new Set(["BR", "P", "LI", "H2", "H3", "H4", "SMALL", "PRE", "BLOCKQUOTE"]);
const words = (node) => (node.nodeType === Node.TEXT_NODE ? node.data : [...node.childNodes].map(words).join("") + (BREAKS.has(node.tagName) ? " " : ""));

// The text as it reads, in one line.
export const plain = (text) => markdown(text ?? "").map(words).join("").replace(/\s+/g, " ").trim();
