// What a typed slash command means so far: pure functions over the text.

import { describe, fold, guild, isMember, leaves, nameOf, store } from "./store.js";

const BOOLEAN = 5;

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const same = (a, b) => fold(a) === fold(b);

// {query} while no command is complete, else {leaf, options: [{node, text}], current, query, missing}.
export function parse(text) {
  const body = text.slice(1);
  const starts = (name) => same(body.slice(0, name.length), name) && /^(\s|$)/.test(body.slice(name.length));
  const fits = leaves()
    .flatMap((leaf) => [leaf.raw, leaf.shown].filter(starts).map((name) => ({ leaf, name })))
    .sort((a, b) => b.name.length - a.name.length);
  if (!fits.length) return { query: body.trimStart() };
  const { leaf, name } = fits[0];
  const nodes = leaf.node.options ?? [];
  const rest = body.slice(name.length);
  const found = [];
  for (const node of nodes) {
    for (const word of new Set([node.name, nameOf(node)])) {
      const hit = rest.match(new RegExp(`(^|\\s)${escape(word)}:`, "i"));
      if (hit) {
        found.push({ node, from: hit.index, start: hit.index + hit[0].length });
        break;
      }
    }
  }
  found.sort((a, b) => a.from - b.from);
  const options = found.map((one, index) => ({ node: one.node, text: rest.slice(one.start, found[index + 1]?.from ?? rest.length) }));
  let query = rest.slice(0, found[0]?.from ?? rest.length).trimStart();
  const first = nodes.find((node) => node.required);
  if (!found.length && query && first) {
    // "/scout act show 3-5": what follows the command is its first required option.
    options.push({ node: first, text: query, loose: true });
    query = "";
  }
  const last = options.at(-1);
  let current = last ?? null;
  if (last) {
    const split = complete(last.node, last.text);
    if (split !== null) {
      last.text = split.value;
      query = split.rest;
      current = null;
    }
  }
  for (const option of options) option.text = option.text.trim();
  const missing = nodes.filter((node) => node.required && !options.some((one) => one.node === node && one.text));
  return { leaf, options, current, query, missing };
}

// A value from a closed list is complete once a space follows; what comes then is something new.
function complete(node, text) {
  const labels = closed(node)?.map((one) => one.label) ?? (node.type === 4 || node.type === 10 ? [text.trim().split(/\s/)[0]] : []);
  const fit = labels
    .filter((label) => label && same(text.slice(0, label.length), label) && /^\s/.test(text.slice(label.length)))
    .sort((a, b) => b.length - a.length)[0];
  return fit === undefined ? null : { value: fit, rest: text.slice(fit.length).trimStart() };
}

// The values that an option can have, if they are all known here.
export function closed(node) {
  if (node.choices?.length) return node.choices.map((one) => ({ label: nameOf(one), value: one.value }));
  if (node.type === BOOLEAN) return [{ label: "True", value: true }, { label: "False", value: false }];
  const people = store.people.filter(isMember).map((one) => ({ label: `@${one.name}`, value: one.id, detail: one.key, person: one }));
  const channels = [...store.channels.values()].filter((one) => one.guild_id === guild().id).map((one) => ({ label: `#${one.name}`, value: one.id }));
  const roles = (guild().roles ?? []).map((one) => ({ label: one.name.startsWith("@") ? one.name : `@${one.name}`, value: one.id }));
  return { 6: people, 7: channels, 8: roles, 9: [...people, ...roles] }[node.type] ?? null;
}

// What can be offered now: {kind, items: [{label, detail, insert}]}; kind "ask" means: ask the bot.
export function suggest(parsed) {
  if (!parsed.leaf) {
    const words = fold(parsed.query);
    const items = leaves()
      .filter((leaf) => leaf.raw.includes(words) || leaf.shown.includes(words))
      .sort((a, b) => Number(b.raw.startsWith(words)) - Number(a.raw.startsWith(words)))
      .map((leaf) => ({ label: `/${leaf.shown}`, detail: describe(leaf.node), leaf }));
    return { kind: "command", title: "Commands", items };
  }
  if (parsed.current) {
    const { node, text } = parsed.current;
    if (node.autocomplete) return { kind: "ask", title: nameOf(node), items: [] };
    const all = closed(node);
    if (!all) return { kind: "free", title: nameOf(node), items: [], text: bounds(node) };
    if (all.some((one) => same(one.label, text))) return { kind: "value", title: nameOf(node), items: all, settled: true };
    const words = fold(text).replace(/^[@#]/, "");
    return { kind: "value", title: nameOf(node), items: all.filter((one) => fold(`${one.label} ${one.detail ?? ""}`).includes(words)) };
  }
  const left = (parsed.leaf.node.options ?? []).filter((node) => !parsed.options.some((one) => one.node === node));
  const words = fold(parsed.query);
  const items = left
    .filter((node) => nameOf(node).includes(words) || node.name.includes(words))
    .map((node) => ({ label: nameOf(node), detail: describe(node), option: node, required: node.required }));
  return { kind: "option", title: "Options", items };
}

function bounds(node) {
  const [low, high] = [node.min_value ?? node.min_length, node.max_value ?? node.max_length];
  const what = { 3: "Text", 4: "A whole number", 10: "A number" }[node.type] ?? "A value";
  if (low !== undefined && high !== undefined) return `${what}, ${low} to ${high}`;
  return low === undefined ? what : `${what}, at least ${low}`;
}

// The options as the sandbox wants them; `picked` knows the values behind autocomplete's names.
export function values(parsed, picked) {
  const result = {};
  for (const { node, text } of parsed.options) {
    if (!text) continue;
    const known = closed(node)?.find((one) => same(one.label, text) || same(one.label.slice(1), text) || String(one.value) === text);
    const chosen = picked.get(`${parsed.leaf.raw} ${node.name} ${text}`);
    result[node.name] = known?.value ?? chosen ?? text;
  }
  return result;
}
