// What a person does with a message or a command, and what becomes of it.

import { toast } from "./dom.js";
import { ask } from "./socket.js";
import { addNote, nameOf, removeNote, store } from "./store.js";

const nonce = () => crypto.randomUUID?.() ?? `n${Date.now()}-${Math.random()}`;
const changed = () => document.dispatchEvent(new CustomEvent("redraw"));

// Choices that autocomplete is waiting for, by nonce.
const choices = new Map();

async function send(what, details, pending) {
  const id = nonce();
  store.pending.set(id, pending);
  if (pending.message) store.failures.delete(pending.message);
  changed();
  const answer = await ask(what, { ...details, nonce: id });
  if (answer.error) {
    settle(id);
    toast(answer.error, { kind: "bad" });
  }
  return !answer.error;
}

function settle(id) {
  const pending = store.pending.get(id);
  store.pending.delete(id);
  if (pending?.note) removeNote(pending.note);
  changed();
  return pending;
}

export const press = (message, custom_id) =>
  send("click", { message: message.id, custom_id }, { channel: message.channel_id, message: message.id, control: custom_id });

export const choose = (message, custom_id, values) =>
  send("choose", { message: message.id, custom_id, values }, { channel: message.channel_id, message: message.id, control: custom_id });

export function sendCommand(channel, leaf, options) {
  const note = addNote(channel, `Sending /${leaf.shown}…`, "sending");
  return send("command", { channel, command: leaf.command.id, path: leaf.path, options }, { channel, note, label: `/${leaf.shown}` });
}

export const useMenu = (channel, command, target) => {
  const note = addNote(channel, `Sending “${nameOf(command)}”…`, "sending");
  return send("menu", { channel, command: command.id, target }, { channel, note, label: nameOf(command) });
};

export const submit = (channel, token, modal, values) => send("submit", { token, modal, values }, { channel, label: modal.title });

export async function autocomplete(channel, leaf, options, focused) {
  const id = nonce();
  const offered = new Promise((done) => choices.set(id, done));
  const answer = await ask("autocomplete", { channel, command: leaf.command.id, path: leaf.path, options, focused, nonce: id });
  if (answer.error) choices.get(id)?.(null);
  return offered;
}

// An interaction's fate, told by the sandbox.
export function onInteraction(event) {
  if (event.state === "pending") return;
  const waiting = choices.get(event.nonce);
  if (waiting) {
    waiting(event.state === "choices" ? event.choices : null);
    choices.delete(event.nonce);
    return;
  }
  const pending = settle(event.nonce);
  if (!pending) return; // another tab of the same person
  if (event.state === "modal") {
    document.dispatchEvent(new CustomEvent("modal", { detail: event }));
  } else if (event.state === "failed") {
    if (pending.message) {
      store.failures.set(pending.message, "This interaction failed");
    } else {
      addNote(event.channel_id, `${pending.label}: the application did not respond`, "failed");
    }
    changed();
  }
}
