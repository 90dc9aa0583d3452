"""Layouts as the page shows them: put into the open channel as if the bot had sent them."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image
from playwright.async_api import Page, Route

from bot.layouts import Layout

PUT = """async (message) => {
  const { store, theBot } = await import("/page/store.js");
  const { drawMessages } = await import("/page/messages.js");
  const there = store.messages.get(store.current);
  there.clear();
  there.set(message.id, { ...message, channel_id: store.current, author: theBot() });
  drawMessages();
  const pictures = [...document.querySelectorAll(`#m${message.id} img`)];
  await Promise.all(pictures.map((one) => one.decode()));
}"""

BOXES = """(id) => {
  const message = document.getElementById(`m${id}`);
  const box = (one) => {
    const { top, bottom, width } = one.getBoundingClientRect();
    return { top, bottom, width };
  };
  const all = (which) => [...message.querySelectorAll(which)].map(box);
  return {
    message: box(message), pictures: all(".picture img"), rows: all(".row"), menus: all(".select"),
    texts: all(".components .text"),
  };
}"""

ID = "1"
FILES = "/shown/"

Box = dict[str, float]
Boxes = dict[str, Any]


async def put(page: Page, layout: Layout) -> Boxes:
    """Show a layout as the only message; where its parts lie, in CSS pixels."""
    files = {file.filename: file.fp.read() for file in layout.files}

    async def give(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        await route.fulfill(body=files[name], headers={"Cache-Control": "no-store"})

    await page.unroute(f"**{FILES}*")
    await page.route(f"**{FILES}*", give)
    message = {
        "id": ID,
        "type": 0,
        "flags": 1 << 15,
        "content": "",
        "timestamp": "2026-01-01T12:00:00Z",
        "components": _with_files(layout.view.to_components(), files),
        "attachments": [],
        "embeds": [],
    }
    await page.evaluate(PUT, message)
    return await page.evaluate(BOXES, ID)


def height(box: Box) -> float:
    """How high something is."""
    return box["bottom"] - box["top"]


def _with_files(node: Any, files: dict[str, bytes]) -> Any:
    """The components, with the address of each file in place of the reference to it."""
    if isinstance(node, list):
        return [_with_files(one, files) for one in node]
    if not isinstance(node, dict):
        return node
    name = str(node.get("url", "")).removeprefix("attachment://")
    if name not in files:
        return {key: _with_files(value, files) for key, value in node.items()}
    filled = {**node, "url": f"{FILES}{name}", "name": name, "size": len(files[name])}
    if name.endswith(".png"):
        filled["width"], filled["height"] = Image.open(io.BytesIO(files[name])).size
    return filled
