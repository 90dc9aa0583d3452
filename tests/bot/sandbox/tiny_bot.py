"""A small discord.py bot that uses, once each, what a card-game bot needs of Discord."""

import asyncio
import io

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image

# The server comes at once here, so nobody need wait for further ones.
QUICK = {"allowed_mentions": discord.AllowedMentions.none(), "guild_ready_timeout": 0.05}


VERBS = ["update", "defer", "private", "modal", "slow", "silent", "follow", "twice", "remove"]


def picture(colour: str = "red") -> discord.File:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 20), colour).save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, "hand.png", description="a hand: 3/7 1/2")


def buttons() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for verb in (
        "update",
        "defer",
        "private",
        "modal",
        "slow",
        "silent",
        "follow",
        "twice",
        "remove",
    ):
        view.add_item(discord.ui.Button(label=verb, custom_id=verb))
    view.stop()
    return view


class Table(discord.ui.LayoutView):
    def __init__(self, title: str, file: str = "attachment://hand.png") -> None:
        super().__init__(timeout=None)
        self.add_item(
            discord.ui.Container(
                discord.ui.Section(
                    discord.ui.TextDisplay(f"## {title}"),
                    accessory=discord.ui.Button(label="Rules", custom_id="rules"),
                ),
                discord.ui.Separator(),
                discord.ui.MediaGallery(
                    discord.MediaGalleryItem(file, description="the set 3-4-5")
                ),
                discord.ui.ActionRow(
                    discord.ui.Select(
                        custom_id="pick",
                        options=[discord.SelectOption(label=one, value=one) for one in "abc"],
                    )
                ),
                accent_colour=0x5865F2,
            )
        )
        self.add_item(discord.ui.ActionRow(discord.ui.UserSelect(custom_id="who")))
        self.stop()


class Form(discord.ui.Modal, title="A form"):
    word = discord.ui.Label(text="A word", component=discord.ui.TextInput(custom_id="word"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.word.component, discord.ui.TextInput)
        await interaction.response.send_message(f"the word is {self.word.component.value}")


group = app_commands.Group(name="tiny", description="everything once")


@group.command(description="posts buttons")
@app_commands.describe(seats="how many", level="how strong", friend="who")
@app_commands.choices(level=[app_commands.Choice(name="Easy", value="easy")])
async def play(
    interaction: discord.Interaction,
    seats: app_commands.Range[int, 2, 5] = 3,
    level: str = "easy",
    friend: discord.Member | None = None,
) -> None:
    name = friend.display_name if friend else "nobody"
    text = f"{seats} seats, {level}, {name}"
    answer = await interaction.response.send_message(text, view=buttons(), file=picture())
    interaction.client.answers.append(answer)


@group.command(description="autocompletes")
async def act(interaction: discord.Interaction, action: str) -> None:
    await interaction.response.send_message(f"acted: {action}", ephemeral=True)


@act.autocomplete("action")
async def offer(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    legal = ["show 1", "show 2-3", "scout left 1"]
    return [app_commands.Choice(name=one, value=one) for one in legal if one.startswith(typed)]


@group.command(description="a Components V2 layout with a picture")
async def table(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Table("Round 1"), file=picture())


@group.command(description="thinks first")
async def think(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.followup.send("thought of it")
    await interaction.followup.send("and one more", ephemeral=True)


@group.command(description="a DM")
async def dm(interaction: discord.Interaction) -> None:
    try:
        await interaction.user.send("your hand", file=picture(), view=buttons())
    except discord.Forbidden as error:
        await interaction.response.send_message(f"closed: {error.code}", ephemeral=True)
    else:
        await interaction.response.send_message("sent")


@group.command(description="a thread")
async def thread(interaction: discord.Interaction) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    kind = discord.ChannelType.public_thread
    made = await interaction.channel.create_thread(name="Match 1", type=kind)
    message = await made.send("the table")
    await interaction.response.send_message(f"see {made.mention}")
    fetched = await made.fetch_message(message.id)
    await fetched.edit(content="the table, edited")


@app_commands.context_menu(name="Challenge")
async def challenge(interaction: discord.Interaction, user: discord.Member) -> None:
    await interaction.response.send_message(f"{user.mention} is challenged")


@app_commands.command(name="admin", description="for moderators")
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def admin(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("administered")


class TinyBot(commands.AutoShardedBot):
    def __init__(self, **shards: object) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__("!", intents=intents, **QUICK, **shards)
        self.answers: list[discord.InteractionCallbackResponse] = []
        self.events: list[str] = []
        self.errors: list[BaseException] = []

    async def setup_hook(self) -> None:
        for command in (group, challenge, admin):
            self.tree.add_command(command)
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.events.append("ready")

    async def on_resumed(self) -> None:
        self.events.append("resumed")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.events.append("guild removed")

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.events.append("guild unavailable")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.events.append("guild joined")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.events.append("guild available")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.events.append(f"deleted {channel.name}")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        self.events.append("thread deleted")

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        self.events.append("thread updated")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        try:
            await self.clicked(interaction)
        except discord.HTTPException as error:
            self.errors.append(error)

    async def clicked(self, interaction: discord.Interaction) -> None:
        verb = str((interaction.data or {}).get("custom_id"))
        answer = interaction.response
        if verb == "update":
            await answer.edit_message(content="updated", attachments=[picture("blue")])
        elif verb == "defer":
            await answer.defer()
            await interaction.edit_original_response(content="changed later")
        elif verb == "private":
            await answer.send_message("for you", ephemeral=True, view=buttons())
        elif verb == "modal":
            await answer.send_modal(Form())
        elif verb == "slow":
            await asyncio.sleep(0.6)
            await answer.send_message("too late")
        elif verb == "follow":
            await answer.send_message("first", ephemeral=True)
            message = await interaction.followup.send("second", wait=True)
            await message.edit(content="second, edited")
            await interaction.delete_original_response()
        elif verb == "remove":
            await answer.defer()
            await interaction.delete_original_response()
        elif verb == "twice":
            await answer.send_message("once")
            answer._response_type = None  # as another process would, that knows of no answer
            await answer.send_message("again")
        elif verb in {"pick", "who", "rules"}:
            chosen = ", ".join((interaction.data or {}).get("values", ["nothing"]))
            await answer.edit_message(view=Table(f"You chose {chosen}"))
