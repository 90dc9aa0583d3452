// Message components: rows, buttons, menus, and the Components V2 layouts.

import { choose, press } from "./actions.js";
import { avatar, h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { listbox, showPicture } from "./popup.js";
import { guild, isMember, store } from "./store.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary link-button" };

const emojiText = (emoji) => (emoji ? (emoji.id ? `:${emoji.name}:` : emoji.name) : null);

const busy = (message, id) =>
  [...store.pending.values()].some((one) => one.message === message.id && one.control === id);

const dots = () => h("span", { class: "dots", "aria-label": "waiting" }, h("i"), h("i"), h("i"));

function button(message, node) {
  const content = [node.emoji ? h("span", { class: "emoji" }, emojiText(node.emoji)) : null, node.label ? h("span", { dir: "auto" }, node.label) : null];
  if (node.style === 5) {
    const jump = node.url.match(/\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?/);
    const go = (event) => {
      if (!jump) return;
      event.preventDefault();
      document.dispatchEvent(new CustomEvent("jump", { detail: { channel: jump[1], message: jump[2] } }));
    };
    return h("a", { class: `button ${STYLES[5]}`, href: node.url, target: "_blank", rel: "noreferrer", onclick: go }, content, icon("open"));
  }
  const waiting = busy(message, node.custom_id);
  return h(
    "button",
    {
      class: `button ${STYLES[node.style] ?? "secondary"}${waiting ? " waiting" : ""}`,
      disabled: Boolean(node.disabled),
      "aria-busy": waiting ? "true" : null,
      "data-custom-id": node.custom_id,
      onclick: () => !waiting && press(message, node.custom_id),
    },
    content,
    waiting ? dots() : null,
  );
}

function menuOptions(node) {
  if (node.type === 3) {
    return node.options.map((one) => ({ value: one.value, label: one.label, description: one.description, emoji: emojiText(one.emoji) }));
  }
  const people = store.people
    .filter(isMember)
    .map((one) => ({ value: one.id, label: one.name, description: one.key, before: avatar(one, 24) }));
  const roles = (guild().roles ?? []).map((one) => ({ value: one.id, label: one.name.startsWith("@") ? one.name : `@${one.name}` }));
  const channels = [...store.channels.values()]
    .filter((one) => one.guild_id === guild().id && (!node.channel_types?.length || node.channel_types.includes(one.type)))
    .map((one) => ({ value: one.id, label: `# ${one.name}` }));
  return { 5: people, 6: roles, 7: [...people, ...roles], 8: channels }[node.type];
}

// A menu as a button that opens a list; used in messages and in modals.
export function select(node, { waiting = false, value, onpick }) {
  const options = menuOptions(node);
  const defaults = value ?? (node.type === 3 ? node.options.filter((one) => one.default).map((one) => one.value) : (node.default_values ?? []).map((one) => one.id));
  const shown = options.filter((one) => defaults.includes(one.value)).map((one) => one.label).join(", ");
  const opener = h(
    "button",
    {
      class: `select${waiting ? " waiting" : ""}`,
      type: "button",
      role: "combobox",
      disabled: Boolean(node.disabled),
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": node.placeholder ?? "Choose an option",
      "data-custom-id": node.custom_id,
    },
    h("span", { class: shown ? "" : "placeholder", dir: "auto" }, shown || node.placeholder || "Make a selection"),
    waiting ? dots() : icon("chevron"),
  );
  const show = () => listbox(opener, { options, selected: defaults, min: node.min_values ?? 1, max: node.max_values ?? 1, label: node.placeholder, onpick });
  opener.addEventListener("click", () => !waiting && show());
  opener.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && !waiting) {
      event.preventDefault();
      show();
    }
  });
  return opener;
}

const messageSelect = (message, node) =>
  select(node, { waiting: busy(message, node.custom_id), onpick: (values) => choose(message, node.custom_id, values) });

export function picture({ url, width, height, description }, className = "") {
  // Its place is kept free while it loads, and a tall one never fills more than the window.
  const size = width && height ? `aspect-ratio:${width}/${height};width:min(100%,${width}px,calc(var(--tall)*${width / height}))` : null;
  const image = h("img", { src: url, alt: description ?? "", title: description });
  return h(
    "figure",
    { class: `picture ${className}`, style: size },
    h("button", { class: "picture-open", "aria-label": `Open picture${description ? `: ${description}` : ""}`, onclick: () => showPicture(url, description) }, image),
    description ? h("details", { class: "alt" }, h("summary", {}, "ALT"), h("p", { dir: "auto" }, description)) : null,
  );
}

const media = (item) => picture({ ...item.media, description: item.description });

export function fileCard({ url, name, size }) {
  return h("a", { class: "file", href: url, download: name, target: "_blank" }, icon("file"), h("span", {}, h("strong", {}, name), h("small", {}, bytes(size))));
}

export const bytes = (size) => (size < 1024 ? `${size} bytes` : size < 1048576 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1048576).toFixed(1)} MB`);

const RENDER = {
  1: (message, node) => h("div", { class: "row" }, node.components.map((one) => component(message, one))),
  2: button,
  3: messageSelect,
  5: messageSelect,
  6: messageSelect,
  7: messageSelect,
  8: messageSelect,
  9: (message, node) =>
    h("div", { class: "section" }, h("div", { class: "section-text" }, node.components.map((one) => component(message, one))), component(message, node.accessory)),
  10: (_message, node) => h("div", { class: "text" }, markdown(node.content)),
  11: (_message, node) => picture({ ...node.media, description: node.description }, "thumbnail"),
  12: (_message, node) => h("div", { class: `gallery n${Math.min(node.items.length, 4)}` }, node.items.map(media)),
  13: (_message, node) => fileCard({ url: node.file.url, name: node.name, size: node.size }),
  14: (_message, node) => h("div", { class: `separator s${node.spacing ?? 1}${node.divider === false ? " bare" : ""}`, role: node.divider === false ? null : "separator" }),
  17: (message, node) => {
    const colour = node.accent_color;
    const style = colour !== null && colour !== undefined ? `--accent-line:#${colour.toString(16).padStart(6, "0")}` : null;
    return h("div", { class: `container${style ? " accented" : ""}${node.spoiler ? " spoilered" : ""}`, style }, node.components.map((one) => component(message, one)));
  },
};

export function component(message, node) {
  const render = RENDER[node.type];
  return render ? render(message, node) : h("div", { class: "unsupported" }, `The sandbox can't show a component of type ${node.type}.`);
}

export function embed(node) {
  const colour = node.color ? `--accent-line:#${node.color.toString(16).padStart(6, "0")}` : null;
  return h(
    "div",
    { class: "container accented embed", style: colour },
    node.author ? h("small", { dir: "auto" }, h("strong", {}, node.author.name)) : null,
    node.title ? h("h4", { dir: "auto" }, node.url ? h("a", { href: node.url }, node.title) : node.title) : null,
    node.description ? h("div", { class: "text" }, markdown(node.description)) : null,
    node.fields?.length
      ? h("div", { class: "fields" }, node.fields.map((one) => h("div", { class: one.inline ? "field inline" : "field" }, h("strong", { dir: "auto" }, one.name), h("div", { class: "text" }, markdown(one.value)))))
      : null,
    node.image ? picture(node.image) : null,
    node.thumbnail ? picture(node.thumbnail, "thumbnail") : null,
    node.footer ? h("small", { class: "subtext", dir: "auto" }, node.footer.text) : null,
  );
}
