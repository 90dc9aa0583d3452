// Things that lie over the page: option lists, small menus, dialogs, a picture in full size.

import { $, h, icon } from "./dom.js";

let open = null;

export function closePopup(focusAnchor = true) {
  if (!open) return;
  const { element, anchor, onclose } = open;
  open = null;
  element.remove();
  anchor?.setAttribute("aria-expanded", "false");
  if (focusAnchor) anchor?.focus?.();
  onclose?.();
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.element.contains(event.target) && !open.anchor?.contains(event.target)) closePopup(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && open) {
    event.stopPropagation();
    closePopup();
  }
}, true);
window.addEventListener("resize", () => closePopup(false));

// Put an element near its anchor: below if there is room, else above; never outside the window.
export function popup(anchor, element, { width, onclose } = {}) {
  closePopup(false);
  element.classList.add("popup");
  $("layers").append(element);
  const box = anchor.getBoundingClientRect();
  const wanted = Math.min(width ?? Math.max(box.width, 220), window.innerWidth - 16);
  element.style.width = `${wanted}px`;
  const height = element.offsetHeight;
  const below = box.bottom + 6 + height < window.innerHeight;
  const top = below ? box.bottom + 6 : Math.max(8, box.top - height - 6);
  element.style.top = `${top}px`;
  element.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - wanted - 8))}px`;
  anchor.setAttribute("aria-expanded", "true");
  open = { element, anchor, onclose };
}

// A list to choose from. Options are {value, label, description, emoji, before}; resolves through onpick.
export function listbox(anchor, { options, selected = [], min = 1, max = 1, label, onpick }) {
  const chosen = new Set(selected);
  const many = max > 1 || min === 0;
  const finish = () => {
    closePopup();
    onpick([...chosen]);
  };
  const done = h("button", { class: "button primary small", onclick: finish }, "Done");
  const items = options.map((option) => {
    const item = h(
      "div",
      { class: "option", role: "option", tabindex: "-1", "aria-selected": String(chosen.has(option.value)), "data-value": option.value },
      option.before ?? (option.emoji ? h("span", { class: "emoji" }, option.emoji) : null),
      h("span", { class: "option-text" }, h("span", { dir: "auto" }, option.label), option.description ? h("small", { dir: "auto" }, option.description) : null),
      many ? h("span", { class: "tick" }) : null,
    );
    item.addEventListener("click", () => {
      if (!many) {
        chosen.clear();
        chosen.add(option.value);
        finish();
        return;
      }
      if (chosen.has(option.value)) chosen.delete(option.value);
      else if (chosen.size < max) chosen.add(option.value);
      item.setAttribute("aria-selected", String(chosen.has(option.value)));
      done.disabled = chosen.size < min;
    });
    return item;
  });
  done.disabled = chosen.size < min;
  const box = h("div", { class: "listbox", role: "listbox", "aria-label": label ?? "Options", "aria-multiselectable": String(many) }, items);
  const element = h("div", {}, box, many ? h("div", { class: "listbox-foot" }, h("small", {}, `Choose ${min === max ? min : `${min} to ${max}`}`), done) : null);
  element.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      items[Math.max(0, Math.min(items.length - 1, to))]?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && at >= 0) {
      event.preventDefault();
      items[at].click();
    } else if (event.key.length === 1) {
      items.find((one) => one.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    }
  });
  popup(anchor, element);
  (items.find((one) => one.getAttribute("aria-selected") === "true") ?? items[0])?.focus();
}

// A small menu of actions: [{label, before, after, icon, run, danger}] or "-" for a line.
export function menu(anchor, entries, { head, width } = {}) {
  const element = h(
    "div",
    { class: "menu", role: "menu" },
    head,
    entries.map((entry) =>
      entry === "-"
        ? h("hr")
        : h(
            "button",
            { class: entry.danger ? "menu-item danger" : "menu-item", role: "menuitem", onclick: () => (closePopup(), entry.run()) },
            entry.before,
            h("span", { dir: "auto" }, entry.label),
            entry.after,
            entry.icon ? icon(entry.icon) : null,
          ),
    ),
  );
  element.addEventListener("keydown", (event) => {
    const items = [...element.querySelectorAll("button, input, select")];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to === undefined || document.activeElement.tagName === "SELECT") return;
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  });
  popup(anchor, element, { width: width ?? 240 });
  element.querySelector("button")?.focus();
}

// A dialog in the middle; gives back the <dialog>, which closes by Escape too.
export function dialog(className, ...children) {
  const box = h("dialog", { class: className }, children);
  $("layers").append(box);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.showModal();
  return box;
}

export function showPicture(url, alt) {
  const text = alt ? h("p", { class: "lightbox-alt", dir: "auto" }, alt) : null;
  const box = dialog("lightbox", h("img", { src: url, alt: alt ?? "" }), text, h("a", { href: url, target: "_blank" }, "Open the picture alone"));
  box.querySelector("img").addEventListener("click", () => box.close());
}
