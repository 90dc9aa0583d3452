"""Proposals."""

from __future__ import annotations

from bot.layouts import Layout, pings, votes
from bot.match import follow
from bot.match.limits import PAUSE_END, VOTE
from bot.match.scene import Scene
from data.matches.hosted import Proposal


def vote_layout(scene: Scene, proposal: Proposal) -> Layout:
    """A proposal with who has agreed, or what became of it."""
    live, hosted = scene.live, scene.live.playing
    state = proposal.state
    if state == "open" and hosted.over:
        state = "moot"
    waiting = follow.unanswered(live, proposal)
    ended = hosted.ended
    return votes.vote(
        votes.VoteContext(
            texts=scene.texts,
            match=live.number,
            about=proposal.about,
            names=live.names,
            by=proposal.by,
            agreed=proposal.agreed,
            against=proposal.against,
            waiting=waiting,
            state=state,
            people=scene.discord_ids(waiting),
            overdue=hosted.overdue,
            needed=follow.needed(live) if follow.by_majority(live, proposal.about) else None,
            due=scene.ends.get(VOTE + proposal.about),
            ended_by=ended.seat if ended is not None and ended.reason == "host" else None,
        )
    )


def pause_layout(scene: Scene) -> Layout | None:
    """The warning that the pause is nearly over; None if it doesn't end by itself."""
    due = scene.ends.get(PAUSE_END)
    if due is None:
        return None
    people = scene.discord_ids(scene.live.playing.people())
    return pings.pause_ends(scene.texts, scene.live.number, tuple(people.values()), due)
