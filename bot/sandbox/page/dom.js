// Small helpers to build elements. Text always goes in as text: nothing here parses HTML.

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key === "style") element.style.cssText = value;
    else if (key in element && key !== "list" && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false));
  return element;
}

export const $ = (id) => document.getElementById(id);

export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

const ICONS = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17",
  thread: "M5 4h14v10H10l-5 4zM9 8h6M9 11h4",
  at: "M16 12a4 4 0 1 1-1.2-2.8M16 8v5.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1",
  menu: "M4 6h16M4 12h16M4 18h16",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8",
  tools: "M14.5 6.5a4 4 0 0 0-5.3 5L3 17.7 6.3 21l6.2-6.2a4 4 0 0 0 5-5.3L14.8 12 12 9.2z",
  log: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 4l-5 16-3.5-6.5z",
  chevron: "M6 9l6 6 6-6",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  open: "M13 4h7v7M20 4l-9 9M18 14v6H4V6h6",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  down: "M12 4v15M5 12l7 7 7-7",
  slash: "M4 4h16v16H4zM14 8l-4 8",
};

export function icon(name, label) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else {
    svg.setAttribute("aria-hidden", "true");
  }
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

// A round picture with a person's first letter; the bot has two cards instead.
export function avatar(person, size = 40) {
  if (person?.bot) {
    return h("img", { class: "avatar", src: "/page/icon.svg", alt: "", width: size, height: size });
  }
  const letter = [...(person?.name ?? "?")][0];
  const style = `width:${size}px;height:${size}px;font-size:${size * 0.44}px;background:${person?.colour ?? "#777"}`;
  return h("span", { class: "avatar", style, "aria-hidden": "true" }, letter);
}

// A short notice in the corner; one about a channel replaces the one before it.
export function toast(text, { action, about, kind = "" } = {}) {
  if (about) dropToasts(about);
  const box = h("div", { class: `toast ${kind}`, "data-about": about }, h("span", { dir: "auto" }, text));
  const gone = () => box.remove();
  if (action) box.append(h("button", { class: "link", onclick: () => (gone(), action.run()) }, action.label));
  box.append(h("button", { class: "quiet", "aria-label": "Close", onclick: gone }, icon("close")));
  $("toasts").append(box);
  setTimeout(gone, action ? 9000 : 6000);
}

export function dropToasts(about) {
  for (const one of $("toasts").querySelectorAll(`[data-about="${about}"]`)) one.remove();
}
