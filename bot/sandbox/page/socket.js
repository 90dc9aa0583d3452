// The connection to the sandbox: events in, requests out, and coming back after a break.

let socket = null;
let number = 0;
const waiting = new Map();
const listeners = [];

export const listen = (listener) => listeners.push(listener);

// As whom, and the first time perhaps in which language.
export function connect(person, locale) {
  if (socket) {
    socket.onclose = null;
    socket.close();
  }
  const address = new URL("/people", location.href);
  address.protocol = "ws:";
  address.searchParams.set("as", person ?? "");
  if (locale) address.searchParams.set("locale", locale);
  const mine = new WebSocket(address);
  socket = mine;
  mine.onmessage = (frame) => {
    const event = JSON.parse(frame.data);
    if (event.t === "done") {
      waiting.get(event.n)?.(event);
      waiting.delete(event.n);
    } else {
      listeners.forEach((listener) => listener(event));
    }
  };
  mine.onclose = () => {
    for (const done of waiting.values()) done({ error: "The sandbox is not there." });
    waiting.clear();
    listeners.forEach((listener) => listener({ t: "lost" }));
    setTimeout(() => socket === mine && connect(person), 1000);
  };
}

// Ask the sandbox to do something; resolves to {result} or {error: text}.
export function ask(what, details = {}) {
  return new Promise((done) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      done({ error: "The sandbox is not there. Is “make play” still running?" });
      return;
    }
    number += 1;
    waiting.set(number, done);
    socket.send(JSON.stringify({ do: what, n: number, ...details }));
  });
}
