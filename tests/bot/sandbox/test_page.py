"""The page in a real browser, with the tiny bot: what is seen, clicked and typed."""

import re
from typing import Literal

import discord
import pytest
from playwright.async_api import expect

from bot.sandbox.model import EPHEMERAL, Message
from bot.sandbox.server import Sandbox
from tests.bot.sandbox.conftest import wait_for
from tests.bot.sandbox.pages import Open, browser, lines, open_page, send
from tests.bot.sandbox.tiny_bot import TinyBot

__all__ = ["browser", "open_page"]

# By text: how well each stands out from what is behind it, as WCAG reckons it.
CONTRASTS = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], below) => [r, g, b].map((one, i) => one * a + below[i] * (1 - a));
  const behind = (one) => {
    if (!one) return [255, 255, 255];
    const colour = parse(getComputedStyle(one).backgroundColor);
    return colour[3] === 0 ? behind(one.parentElement) : over(colour, behind(one.parentElement));
  };
  const light = (colour) => {
    const part = (one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = colour.map((one) => part(one / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const one = walker.currentNode.parentElement;
    // A person's own colour is theirs, and not the page's.
    const own = ".avatar, .author, .unseen, .skip, .alt, [disabled]";
    if (!text || !one.offsetParent || one.closest(own)) continue;
    const back = behind(one);
    const both = [over(parse(getComputedStyle(one).color), back), back].map(light);
    const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    found[`${one.className || one.tagName}: ${text}`] = ratio;
  }
  return found;
}"""


async def test_commands_are_completed_from_the_keyboard_alone(open_page: Open) -> None:
    page = await open_page()
    keys, box = page.keyboard, page.locator("#input")
    await keys.type("/pl")
    await expect(page.locator(".suggestion[aria-selected=true]")).to_contain_text("/tiny play")
    await keys.press("Enter")
    await expect(box).to_have_value("/tiny play ")
    await keys.type("le")
    await keys.press("Tab")
    await expect(box).to_have_value("/tiny play level:")
    await keys.press("Enter")  # the only choice
    await expect(box).to_have_value("/tiny play level:Easy ")
    await keys.type("fr")
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await keys.type("ber")
    await expect(page.locator(".suggestion")).to_have_count(1)
    await keys.press("Enter")
    await expect(box).to_have_value("/tiny play level:Easy friend:@Berk ")
    await keys.press("Enter")
    await expect(lines(page)).to_contain_text(["3 seats, easy, Berk"])


async def test_a_required_option_is_asked_for_and_the_bot_completes_it(open_page: Open) -> None:
    page = await open_page()
    box = page.locator("#input")
    await box.fill("/tiny act")
    await box.press("Enter")  # accepts nothing: the option is missing, so the box asks for it
    await expect(box).to_have_value("/tiny act action:")
    await expect(page.locator(".suggestion strong")).to_have_text(
        ["show 1", "show 2-3", "scout left 1"]
    )
    await page.keyboard.type("show 2")
    await expect(page.locator(".suggestion strong")).to_have_text(["show 2-3"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(lines(page)).to_contain_text(["acted: show 2-3"])
    await expect(page.locator(".only-you")).to_contain_text("Only you can see this")
    # Without naming the option, as people type.
    await send(page, "/tiny act scout left 1")
    await expect(lines(page)).to_contain_text(["acted: scout left 1"])
    await page.get_by_role("button", name="Dismiss message").first.click()
    await expect(page.locator(".only-you")).to_have_count(1)


async def test_buttons_menus_and_modals_work_by_keyboard(open_page: Open) -> None:
    page = await open_page()
    await send(page, "/tiny table")
    menu = page.locator(".select").first
    await menu.focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(lines(page)).to_contain_text(["You chose b"])
    # What was used keeps the focus, so that one can go on from there.
    await expect(page.locator(".select").first).to_be_focused()
    await page.locator(".select").nth(1).click()
    await page.keyboard.press("Escape")
    await expect(page.locator(".popup")).to_have_count(0)
    await send(page, "/tiny play")
    await page.get_by_role("button", name="modal").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("dialog.modal h2")).to_have_text("A form")
    await page.keyboard.type("from the keyboard")
    await page.keyboard.press("Enter")
    await expect(lines(page)).to_contain_text(["the word is from the keyboard"])
    await expect(page.locator("dialog")).to_have_count(0)


async def test_a_click_without_an_answer_says_so(open_page: Open, sandbox: Sandbox) -> None:
    page = await open_page()
    await send(page, "/tiny play")
    sandbox.interactions.answer_within = 0.3
    await page.get_by_role("button", name="silent").click()
    await expect(page.locator(".failure")).to_have_text("This interaction failed")
    sandbox.gateway.sessions.clear()  # nobody hears the command either
    await send(page, "/tiny play")
    await expect(page.locator(".note.failed")).to_contain_text("the application did not respond")


async def test_what_the_bot_changes_is_seen_without_reloading(
    open_page: Open, bot: TinyBot
) -> None:
    page = await open_page()
    channel, other = bot.guilds[0].text_channels
    message = await channel.send("first")
    await expect(lines(page)).to_contain_text(["first"])
    await message.edit(content="second")
    await expect(lines(page)).to_contain_text(["second"])
    await expect(page.locator(".edited")).to_be_visible()
    await message.delete()
    await expect(lines(page)).to_have_count(0)
    await other.send("elsewhere")
    await expect(page.locator(".channel", has_text="lounge").locator(".dot")).to_be_visible()
    user = await bot.fetch_user(message.guild.owner_id or 0)
    await user.send("psst")
    await expect(page.locator(".channel.direct .badge")).to_have_text("1")
    await expect(page).to_have_title(re.compile(r"^\(1\)"))
    await page.locator(".toast .link").click()
    await expect(lines(page)).to_contain_text(["psst"])
    await expect(page.locator(".badge")).to_have_count(0)
    thread = await channel.create_thread(name="Match 7", type=discord.ChannelType.public_thread)
    await page.locator(".channel.thread", has_text="Match 7").click()
    await thread.send("inside")
    await expect(lines(page)).to_contain_text(["inside"])


async def test_a_thread_counts_once_joined_and_is_previewed_as_it_reads(
    open_page: Open, sandbox: Sandbox, bot: TinyBot
) -> None:
    page = await open_page()
    channel = bot.guilds[0].text_channels[0]
    start = await channel.send("start here")
    thread = await start.create_thread(name="Match 7")
    await thread.send("**Ada** shows \\*3\\*\nand `4/5`, <@1>")
    card, line = page.locator(".thread-card"), page.locator(".channel.thread")
    await expect(card.locator(".see")).to_have_text("1 Message ›")
    await expect(card.locator(".last")).to_have_text(
        "SCOUT" + "Ada shows *3* and 4/5, @unknown-user"
    )
    private = Message(sandbox.world.new_id(), thread.id, sandbox.world.bot.id, content="secret")
    private.flags, private.visible_to = EPHEMERAL, sandbox.world.people[0].id
    sandbox.world.post(private)
    await thread.send("everybody sees this")
    await expect(card).to_contain_text("everybody sees this")
    await expect(card).not_to_contain_text("secret")
    # Nobody's thread so far: it is listed, and nothing in it is new.
    await expect(line).to_be_visible()
    await expect(line.locator(".dot")).to_have_count(0)
    await line.click()
    await page.get_by_role("button", name="Join", exact=True).click()
    await expect(page.get_by_role("button", name="Join", exact=True)).to_have_count(0)
    await page.locator(".channel", has_text="lounge").click()
    await thread.send("new")
    await expect(line.locator(".dot")).to_be_visible()
    ping = discord.AllowedMentions(users=True)
    await thread.send(f"<@{sandbox.world.people[0].id}>", allowed_mentions=ping)
    await expect(line.locator(".badge")).to_have_text("1")


async def test_the_tabs_of_one_person_share_what_is_read(
    open_page: Open, sandbox: Sandbox, bot: TinyBot
) -> None:
    first, second = await open_page(), await open_page()
    ada = await bot.fetch_user(sandbox.world.people[0].id)
    await ada.send("your turn")
    for page in (first, second):
        await expect(page.locator(".channel.direct .badge")).to_have_text("1")
        await expect(page).to_have_title(re.compile(r"^\(1\)"))
    await first.locator(".channel.direct").click()
    for page in (first, second):
        await expect(page.locator(".channel.direct .badge")).to_have_count(0)
    await expect(second).not_to_have_title(re.compile(r"^\("))
    await expect(second.locator(".toast")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_is_light_or_dark_as_the_browser_likes(
    open_page: Open, bot: TinyBot, scheme: Literal["light", "dark"]
) -> None:
    page = await open_page()
    await page.emulate_media(color_scheme=scheme)
    await send(page, "/tiny table")
    await expect(page.locator(".container")).to_be_visible()
    dim = await page.evaluate(CONTRASTS)
    assert len(dim) > 20
    assert {what: ratio for what, ratio in dim.items() if ratio < 4.5} == {}


async def test_older_messages_come_when_asked_for(open_page: Open, sandbox: Sandbox) -> None:
    world = sandbox.world
    channel = next(iter(world.channels.values()))
    page = await open_page()
    for number in range(130):
        text = f"line {number}"
        world.post(Message(world.new_id(), channel.id, world.people[1].id, content=text))
    await expect(lines(page)).to_have_count(130)
    await page.reload()
    await expect(lines(page)).to_have_count(100)
    await expect(page.get_by_text("line 129", exact=True)).to_be_in_viewport()
    await page.get_by_role("button", name="Load older messages").click()
    await expect(lines(page)).to_have_count(130)
    # What was being read stays in sight.
    await expect(page.get_by_text("line 30", exact=True)).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Load older messages")).to_have_count(0)


async def test_markdown_is_shown_as_discord_shows_it(open_page: Open, bot: TinyBot) -> None:
    page = await open_page()
    channel = bot.guilds[0].text_channels[0]
    due = int(discord.utils.utcnow().timestamp()) + 64
    await channel.send(
        "## Title\n**bold** *slanted* __under__ ~~gone~~ `3/7 <b>`\n- one\n  - two\n1. first\n"
        f"> quoted\n-# small\nsnake_case_name \\*stars\\* <t:{due}:R> [link](https://example.org)\n"
        "```\ncode  block\n```\n<script>alert(1)</script>"
    )
    text = page.locator(".message .text")
    await expect(text.locator("h3")).to_have_text("Title")
    for tag, content in (
        ("strong", "bold"),
        ("em", "slanted"),
        ("u", "under"),
        ("s", "gone"),
        ("code.inline", "3/7 <b>"),
        ("blockquote", "quoted"),
        ("small.subtext", "small"),
        ("pre", "code  block"),
        ("ol li", "first"),
    ):
        await expect(text.locator(tag)).to_have_text(content)
    await expect(text.locator("ul li")).to_have_text(["one", "two"])
    await expect(text.locator("a")).to_have_attribute("href", "https://example.org")
    await expect(text).to_contain_text("snake_case_name *stars*")
    await expect(text).to_contain_text("<script>alert(1)</script>")
    stamp = text.locator("time")
    await expect(stamp).to_have_text(re.compile(r"in (1 minute|\d\d seconds)"))
    await expect(stamp).to_have_text(re.compile(r"in \d\d seconds"))


async def test_names_and_mentions_are_words(open_page: Open, bot: TinyBot) -> None:
    page = await open_page()
    guild = bot.guilds[0]
    channel = guild.text_channels[0]
    owner = guild.owner_id
    mentions = discord.AllowedMentions(users=True)
    await channel.send(f"<@{owner}> in <#{channel.id}>", allowed_mentions=mentions)
    await expect(page.locator(".mention.mine")).to_have_text("@Ada")
    await expect(page.locator("button.mention")).to_have_text("# scout-table")
    await expect(page.locator(".message.pinged")).to_have_count(1)


async def test_right_to_left_text_runs_from_the_right(open_page: Open, bot: TinyBot) -> None:
    page = await open_page(width=360, height=740)
    await bot.guilds[0].text_channels[0].send("سلام دنیا\nleft to right")
    paragraph = page.locator(".message p")
    await expect(paragraph).to_contain_text("سلام")
    sides = await paragraph.evaluate(
        """(p) => [...p.childNodes].filter((one) => one.nodeType === 3).map((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          const box = range.getBoundingClientRect();
          const outer = p.getBoundingClientRect();
          return outer.right - box.right < box.left - outer.left ? 'right' : 'left';
        })"""
    )
    assert sides == ["right", "left"]


async def test_a_list_keeps_its_marks_and_words_on_one_side(open_page: Open, bot: TinyBot) -> None:
    page = await open_page(width=360, height=740)
    channel = bot.guilds[0].text_channels[0]
    await channel.send("1. دریا\n2. Celina\n\n> سلام")
    sides = await page.locator(".message li").evaluate_all(
        """(all) => all.map((li) => {
          const range = document.createRange();
          range.selectNodeContents(li);
          const [words, row] = [range.getBoundingClientRect(), li.getBoundingClientRect()];
          return row.right - words.right < words.left - row.left ? 'right' : 'left';
        })"""
    )
    assert sides == ["right", "right"]
    for which in ("ol", "blockquote"):
        assert await page.locator(f".message {which}:dir(rtl)").count() == 1, which


@pytest.mark.parametrize("width", [360, 1280])
async def test_nothing_is_wider_than_the_window(open_page: Open, bot: TinyBot, width: int) -> None:
    page = await open_page(width=width, height=740)
    for line in ("/tiny table", "/tiny play", "/tiny thread"):
        await send(page, line)
    await bot.guilds[0].text_channels[0].send("x" * 600 + " `" + "y" * 400 + "`")
    await expect(lines(page)).to_contain_text(["xxxx"])
    for which in (".scroller", "body", ".header", ".composer"):
        wider = await page.locator(which).evaluate("(one) => one.scrollWidth - one.clientWidth")
        assert wider <= 0, which
    assert await page.locator(".picture img").first.evaluate(
        "(one) => one.complete && one.naturalWidth"
    )


async def test_on_a_phone_the_channels_are_a_drawer(open_page: Open) -> None:
    page = await open_page(width=360, height=740)
    await expect(page.locator("#sidebar")).not_to_be_visible()
    await page.locator(".drawer-button").click()
    await page.locator(".channel", has_text="lounge").click()
    await expect(page.locator(".header h1")).to_have_text("lounge")
    await expect(page.locator("#sidebar")).not_to_be_visible()
    await page.get_by_role("button", name="Members").click()
    await expect(page.locator("#panel")).to_be_visible()
    await page.locator("#shade").click(position={"x": 5, "y": 300})
    await expect(page.locator("#panel")).not_to_be_visible()


async def test_one_page_plays_as_several_people(open_page: Open, sandbox: Sandbox) -> None:
    page = await open_page("berk")
    await expect(page.locator("#play-as")).to_contain_text("Berk")
    await send(page, "/tiny think")
    await expect(page.locator(".message.ephemeral")).to_have_count(2)
    await page.locator("#play-as").click()
    await page.get_by_role("menuitem", name="Celina", exact=True).click()
    await expect(page.locator("#play-as")).to_contain_text("Celina")
    assert page.url.endswith("?as=celina")
    await expect(page.locator(".message.ephemeral")).to_have_count(0)
    await page.locator("#play-as").click()
    await page.get_by_label("Close my direct messages").check()
    await wait_for(lambda: sandbox.world.people[2].dms_closed)
    await page.keyboard.press("Escape")
    await page.locator("[data-person=ada]").click()
    await page.get_by_role("menuitem", name="Challenge").click()
    await expect(lines(page)).to_contain_text(["@Ada is challenged"])
    await page.locator("#play-as").click()
    await page.get_by_label("Language of your Discord").select_option("tr")
    await wait_for(lambda: sandbox.world.people[2].locale == "tr")


async def test_one_sees_for_whom_of_the_others_something_waits(
    open_page: Open, sandbox: Sandbox, bot: TinyBot
) -> None:
    page = await open_page("ada")
    berk = await bot.fetch_user(sandbox.world.people[1].id)
    await berk.send("your turn")
    await expect(page.locator("#play-as .badge")).to_have_text("1")
    await page.locator("#play-as").click()
    await expect(page.get_by_role("menuitem", name="Berk 1")).to_be_visible()
    await page.get_by_role("menuitem", name="Berk 1").click()
    await expect(page.locator("#play-as")).to_contain_text("Berk")
    await expect(page.locator("#play-as .badge")).to_have_count(0)
    await page.locator(".channel.direct").click()
    await wait_for(lambda: not sandbox.world.waiting(berk.id))


async def test_servers_stand_side_by_side(open_page: Open, sandbox: Sandbox, bot: TinyBot) -> None:
    page = await open_page()
    guild = sandbox.world.found()
    sandbox.faults.invite_bot(guild)
    other = page.get_by_role("button", name="Pocket Server 2", exact=True)
    await expect(other).to_have_text("PS2")
    await wait_for(lambda: len(bot.guilds) == 2)
    there = bot.get_guild(guild.id)
    assert there is not None
    ping = discord.AllowedMentions(users=True)
    await there.text_channels[0].send(f"<@{sandbox.world.people[0].id}>", allowed_mentions=ping)
    await expect(other.locator(".badge")).to_have_text("1")
    await other.click()
    await expect(page.locator(".sidebar-head")).to_have_text("Pocket Server 2")
    await expect(page.locator(".channel:not(.direct)")).to_have_count(2)
    await expect(page.locator(".rail .badge")).to_have_count(0)
    await send(page, "/tiny play")
    await wait_for(lambda: bool(bot.answers))
    assert bot.answers[0].resource.guild == there
    await page.get_by_role("button", name="Tools").click()
    await page.get_by_role("button", name="Remove the bot").click()
    await wait_for(lambda: len(bot.guilds) == 1)
    assert sandbox.world.guild.present
    # A direct message leaves the server where it is.
    await page.locator(".channel.direct").click()
    await expect(page.locator(".sidebar-head")).to_have_text("Pocket Server 2")


async def test_the_tools_make_things_go_wrong(
    open_page: Open, sandbox: Sandbox, bot: TinyBot
) -> None:
    page = await open_page()
    await page.get_by_role("button", name="Tools").click()
    await page.get_by_label("send messages", exact=True).click()
    channel = bot.guilds[0].text_channels[0]
    await wait_for(lambda: not channel.permissions_for(channel.guild.me).send_messages)
    with pytest.raises(discord.Forbidden):
        await channel.send("not now")
    await page.get_by_role("button", name="Log").click()
    await expect(page.locator(".log-lines .warning")).to_contain_text(["50013"])
    with pytest.raises(discord.DiscordServerError):
        await bot.guilds[0].bulk_ban([discord.Object(1)])
    await expect(page.locator(".log-lines .error")).to_contain_text(["501"])
    await page.get_by_role("button", name="Tools").click()
    await page.get_by_role("button", name="Remove the bot").click()
    await wait_for(lambda: "guild removed" in bot.events)
    await expect(page.locator(".welcome .hint")).to_contain_text("no commands")
    await page.get_by_role("button", name="Add the bot").click()
    await expect(page.locator(".welcome kbd").first).to_have_text("/tiny play")


async def test_a_page_that_lost_the_sandbox_comes_back(open_page: Open, sandbox: Sandbox) -> None:
    page = await open_page()
    await send(page, "/tiny play")
    await expect(lines(page)).to_contain_text(["3 seats"])
    await sandbox.people.close()
    await expect(page.locator(".toast.bad")).to_contain_text("lost")
    await expect(page.locator("body.lost")).to_have_count(0)
    await page.get_by_role("button", name="update").click()
    await expect(lines(page)).to_contain_text(["updated"])
