"""One player's results in a server."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.layouts import base, sharing
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.sharing import NOT_SHARED, Sharing
from bot.match.ids import Click, Verb
from bot.pictures import Picture
from bot.texts import Texts, name
from bot.texts.names import level_name
from data.matches.plays import Play
from data.matches.reviews import Accuracy
from data.standings.profile import Profile, Size
from data.standings.rating import PROVISIONAL_BELOW


@dataclass(frozen=True, slots=True)
class ProfileContext:
    """A profile.

    Attributes:
        texts: the reader's language.
        name: the person's, as the server knows them.
        server: the server's.
        player_id: our key for the person; None if they never played.
        profile: what there is; None likewise.
        picture: the rating over time, drawn.
        accuracy: how well they decided lately, if any match of theirs was reviewed.
        sharing: how far it is shown.
    """

    texts: Texts
    name: str
    server: str
    player_id: int | None
    profile: Profile | None
    picture: Picture | None = None
    accuracy: Accuracy | None = None
    sharing: Sharing = NOT_SHARED


def profile(context: ProfileContext) -> Layout:
    """Rating, results, habits."""
    texts, found = context.texts, context.profile
    title = texts.gettext(
        "{name} in {server}", name=name(context.name), server=name(context.server)
    )
    if found is None or not found.played:
        nothing = texts.gettext("No match played to its end here yet.")
        if found is not None:
            nothing += _streak(texts, found)
        if found is not None and found.broken_off:
            nothing += "\n" + _broken_off(texts, found)
        return base.layout([base.text(f"### {title}\n{nothing}")], tone=Tone.PLAIN)
    picture, files = base.shown(context.picture)
    items: list[Item] = [
        base.text(f"### {title}\n{_standing(texts, found)}"),
        *picture,
        base.text(_results(texts, found)),
        base.text(_habits(texts, found)),
    ]
    if context.accuracy is not None:
        items.append(base.text(_accuracy(texts, context.accuracy)))
    if context.player_id is not None:
        theirs = Click(Verb.MATCHES, args=("1", str(context.player_id)))
        button = base.button(
            texts.gettext("Matches"), theirs, style=discord.ButtonStyle.primary, emoji="🗂️"
        )
        by, share = context.sharing.by, []
        if context.sharing.offered:
            share = [sharing.button(texts, "profile", str(context.player_id))]
        items += sharing.foot(texts, by, button) if by else [base.row(button, *share)]
    return base.layout(items, tone=Tone.RESULT, files=files)


def _accuracy(texts: Texts, found: Accuracy) -> str:
    return texts.gettext(
        "Accuracy **{percent}**, a mean of {matches}",
        percent=texts.percent(found.mean / 100),
        matches=texts.ngettext("{n} reviewed match", "{n} reviewed matches", found.matches),
    )


def _standing(texts: Texts, found: Profile) -> str:
    line = found.line
    if line is None or line.rating is None:
        standing = [texts.gettext("No rating from matches with others yet.")]
    else:
        rating = line.rating
        shown = texts.give_or_take(rating.points, rating.uncertainty)
        standing = [texts.gettext("Rating **{rating}**", rating=shown)]
        if line.place is not None:
            standing.append(
                texts.gettext(
                    "place {place} of {count}",
                    place=texts.number(line.place),
                    count=texts.number(found.on_board),
                )
            )
        standing.append(
            texts.gettext("{percent} certain", percent=texts.percent(rating.certainty / 100))
        )
        if line.provisional:
            standing.append(
                texts.gettext("provisional below {n} matches", n=texts.number(PROVISIONAL_BELOW))
            )
    said = " · ".join(standing)
    if line is not None and line.solo_rating is not None:
        solo = line.solo_rating
        said += "\n" + texts.gettext(
            "Alone against computers **{rating}** · {matches} · {wins}",
            rating=texts.give_or_take(solo.points, solo.uncertainty),
            matches=texts.ngettext("{n} match", "{n} matches", line.solo_matches),
            wins=texts.ngettext("{n} win", "{n} wins", line.solo_wins),
        )
    said += _streak(texts, found)
    if found.computers:
        levels = " · ".join(
            f"{level_name(texts, one.level)} {texts.rating(one.rating.points)}"
            for one in found.computers
        )
        computers = texts.gettext("Computer players here: {levels}", levels=levels)
        said += f"\n-# {computers}"
    return said


def _streak(texts: Texts, found: Profile) -> str:
    """How many daily deals they finished in a row, as a line more; empty for less than two."""
    if found.streak < 2:
        return ""
    said = texts.ngettext("{n} daily deal in a row", "{n} daily deals in a row", found.streak)
    return f"\n{said}"


def _results(texts: Texts, found: Profile) -> str:
    line = found.line
    head = texts.gettext("**Rated matches with others**")
    if line is None or not line.matches:
        return f"{head}\n" + texts.gettext("none yet")
    whole = " · ".join(
        (
            texts.ngettext("{n} match", "{n} matches", line.matches),
            texts.ngettext("{n} win", "{n} wins", line.wins),
            texts.gettext("{percent} won", percent=texts.percent(line.share)),
            texts.ngettext("{n} point", "{n} points", line.points),
            texts.gettext("{points} points a round", points=texts.number(line.average, places=1)),
        )
    )
    return "\n".join([f"{head}\n{whole}", *(f"-# {_size(texts, size)}" for size in found.sizes)])


def _size(texts: Texts, size: Size) -> str:
    return texts.gettext(
        "{players}: {matches}, {wins}, {points} points a round",
        players=texts.ngettext("{n} player", "{n} players", size.seats),
        matches=texts.ngettext("{n} match", "{n} matches", size.matches),
        wins=texts.ngettext("{n} win", "{n} wins", size.wins),
        points=texts.number(size.average, places=1),
    )


def _habits(texts: Texts, found: Profile) -> str:
    play = found.play
    rounds = max(play.rounds, 1)
    head = texts.gettext(
        "**How they play** (everything played to its end here: {matches}, {rounds})",
        matches=texts.ngettext("{n} match", "{n} matches", found.played),
        rounds=texts.ngettext("{n} round", "{n} rounds", play.rounds),
    )
    per_round = texts.gettext(
        "In a round: {shows} Shows, {scouts} Scouts, {both} Scout & Shows.",
        shows=texts.number(play.shows / rounds, places=1),
        scouts=texts.number(play.scouts / rounds, places=1),
        both=texts.number(play.scout_and_shows / rounds, places=1),
    )
    longest = texts.ngettext(
        "Longest Show: {n} card.", "Longest Show: {n} cards.", play.longest_show
    )
    said = f"{head}\n{per_round}\n{longest}\n{_endings(texts, play)}"
    return f"{said}\n{_broken_off(texts, found)}" if found.broken_off else said


def _broken_off(texts: Texts, found: Profile) -> str:
    """How many matches they didn't play to the end."""
    return texts.ngettext("Broken off: {n} match.", "Broken off: {n} matches.", found.broken_off)


def _endings(texts: Texts, play: Play) -> str:
    """How many rounds they ended, and in which ways if there are any."""
    ended = texts.number(play.ended_empty + play.ended_unbeaten + play.ended_stuck)
    rounds = texts.ngettext("{n} round", "{n} rounds", play.rounds)
    if not (play.ended_empty or play.ended_unbeaten or play.ended_stuck):
        return texts.gettext("Ended {ended} of {rounds}.", ended=ended, rounds=rounds)
    return texts.gettext(
        "Ended {ended} of {rounds}: {empty} with an empty hand, {unbeaten} unbeaten, {stuck} with "
        "the other one stuck.",
        ended=ended,
        rounds=rounds,
        empty=texts.number(play.ended_empty),
        unbeaten=texts.number(play.ended_unbeaten),
        stuck=texts.number(play.ended_stuck),
    )
