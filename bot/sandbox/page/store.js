// What this tab knows: the last overview, the messages by channel, and what is under way.

export const store = {
  you: null,
  people: [],
  guilds: [],
  bot: {},
  locales: [],
  deniable: [],
  channels: new Map(),
  messages: new Map(), // channel id → Map(message id → message)
  pending: new Map(), // nonce → {channel, message, control, label}
  failures: new Map(), // message id → text
  notes: new Map(), // channel id → [{id, text, kind}] local lines, as Discord's own
  log: [],
  unseenErrors: 0,
  complete: new Set(), // channels whose oldest message is here
  current: null,
  online: false,
  version: 0, // counts overviews: names, roles and channels in messages may have changed
};

export const newer = (a, b) => (a.length === b.length ? a > b : a.length > b.length);

export const person = (id) => store.people.find((one) => one.id === id);
export const you = () => person(store.you);
export const theBot = () => store.people.find((one) => one.bot);
export const channel = (id = store.current) => store.channels.get(id);
let visited = null;

// The server of a channel; of a DM, the one that was open last.
export function guild(entry = channel()) {
  const found = store.guilds.find((one) => one.id === entry?.guild_id);
  if (found && entry.id === store.current) visited = found.id;
  return found ?? store.guilds.find((one) => one.id === visited) ?? store.guilds[0] ?? { members: [], roles: [] };
}

export const isMember = (one) => guild().members.includes(one?.id);
export const isDM = (entry) => entry?.type === 1;
export const isThread = (entry) => entry?.type === 11 || entry?.type === 12;

export function applyOverview(event) {
  for (const key of ["you", "people", "guilds", "bot", "locales", "deniable"]) store[key] = event[key];
  store.version += 1;
  store.channels = new Map(event.channels.map((one) => [one.id, one]));
}

export function messagesOf(id) {
  if (!store.messages.has(id)) store.messages.set(id, new Map());
  return store.messages.get(id);
}

export function ordered(id) {
  return [...messagesOf(id).values()].sort((a, b) => (newer(a.id, b.id) ? 1 : -1));
}

// What everybody can see in a channel: answers for one person are no part of its history.
export const shared = (id) => ordered(id).filter((one) => !one.ephemeral);

// How much is new in a channel, and how much of that is for you; a thread only counts once joined.
export function unread(entry) {
  if (isThread(entry) && !entry.joined) return { count: 0, pings: 0 };
  const fresh = shared(entry.id).filter((one) => one.author.id !== store.you && newer(one.id, entry.read));
  return { count: fresh.length, pings: isDM(entry) ? fresh.length : fresh.filter((one) => one.pinged).length };
}

export function addNote(channelId, text, kind) {
  const id = `note-${Math.random().toString(36).slice(2)}`;
  if (!store.notes.has(channelId)) store.notes.set(channelId, []);
  store.notes.get(channelId).push({ id, text, kind });
  return id;
}

export function removeNote(id) {
  for (const [channelId, notes] of store.notes) {
    store.notes.set(channelId, notes.filter((one) => one.id !== id));
  }
}

// Local names of commands, as the person's client shows them.
const FALLBACKS = { "en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES" };

const localized = (node, field) => {
  const known = node[`${field}_localizations`] ?? {};
  const locale = you()?.locale;
  return known[locale] ?? known[FALLBACKS[locale]] ?? node[field];
};

export const nameOf = (node) => localized(node, "name");
export const describe = (node) => localized(node, "description") ?? "";

// Every slash command that can be sent here, subcommands spelled out.
export function leaves(entry = channel()) {
  const found = [];
  const walk = (command, node, path, shown) => {
    const subs = (node.options ?? []).filter((one) => one.type <= 2);
    if (!subs.length) {
      found.push({ command, path, shown: shown.join(" "), raw: [command.name, ...path].join(" "), node });
    }
    for (const sub of subs) walk(command, sub, [...path, sub.name], [...shown, nameOf(sub)]);
  };
  for (const command of entry?.commands ?? []) {
    if (command.type === 1) walk(command, command, [], [nameOf(command)]);
  }
  return found;
}

// Letters made small as in the person's language, so that İ finds i.
export const fold = (text) => text.toLocaleLowerCase(you()?.locale);

// What a command that was used is called in the person's client.
export function shownName(used, entry) {
  const leaf = leaves(entry).find((one) => one.raw === used);
  if (leaf) return `/${leaf.shown}`;
  const item = (entry?.commands ?? []).find((one) => one.type !== 1 && one.name === used);
  return item ? nameOf(item) : null;
}

export const menuCommands = (type) => (channel()?.commands ?? []).filter((one) => one.type === type);
