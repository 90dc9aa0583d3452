// A modal that the bot opens, as a dialog.

import { submit } from "./actions.js";
import { select } from "./components.js";
import { h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { dialog } from "./popup.js";
import { theBot } from "./store.js";

function textInput(node, label) {
  const long = node.style === 2;
  const field = h(long ? "textarea" : "input", {
    class: "text-input",
    "data-field": node.custom_id,
    "aria-label": label,
    placeholder: node.placeholder ?? null,
    dir: "auto",
    rows: long ? 4 : undefined,
  });
  field.value = node.value ?? "";
  field.required = node.required ?? true;
  field.maxLength = node.max_length ?? 4000;
  if (node.min_length) field.minLength = node.min_length;
  return field;
}

export function showModal({ modal, token, channel_id }) {
  const chosen = new Map();
  const input = (node, label) => {
    if (node.type === 4) return textInput(node, label);
    const holder = h("div", {});
    const draw = (values) => {
      if (values) chosen.set(node.custom_id, values);
      holder.replaceChildren(select(node, { value: values, onpick: draw }));
    };
    draw();
    return holder;
  };
  const fields = modal.components.map((part) => {
    if (part.type === 10) return h("div", { class: "text" }, markdown(part.content));
    const node = part.type === 1 ? part.components[0] : part.component;
    const label = part.label ?? node.label;
    const required = node.required ?? true;
    return h("label", { class: "field-label" }, h("span", { dir: "auto" }, label, required ? h("span", { class: "required" }, " *") : null), part.description ? h("small", { dir: "auto" }, part.description) : null, input(node, label));
  });
  const send = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(chosen);
    for (const field of form.querySelectorAll("[data-field]")) values[field.dataset.field] = field.value;
    if (await submit(channel_id, token, modal, values)) box.close();
  };
  const form = h(
    "form",
    { method: "dialog", onsubmit: send },
    h("header", {}, h("h2", { dir: "auto" }, modal.title), h("button", { class: "quiet", type: "button", "aria-label": "Close", onclick: () => box.close() }, icon("close"))),
    h("p", { class: "warning" }, `This form will be submitted to ${theBot()?.name}.`),
    fields,
    h("footer", {}, h("button", { class: "button secondary", type: "button", onclick: () => box.close() }, "Cancel"), h("button", { class: "button primary", type: "submit" }, "Submit")),
  );
  const box = dialog("modal", form);
  form.querySelector("input, textarea")?.focus();
}
