"""Proposals."""

from __future__ import annotations

from bot.layouts import Layout, votes
from bot.match import follow
from bot.match.scene import Scene


def vote_layout(scene: Scene, about: str, *, is_open: bool) -> Layout:
    """A proposal with who has agreed, or what became of it."""
    hosted = scene.live.playing
    agreed = hosted.agreed(about)
    outcome = {
        "pause": hosted.paused,
        "resume": not hosted.paused,
        "end": hosted.ended is not None and hosted.ended.reason == "agreed",
    }[about]
    return votes.vote(
        votes.VoteContext(
            texts=scene.texts,
            match=scene.live.number,
            about=about,
            names=scene.live.names,
            agreed=agreed,
            waiting=follow.voters(scene.live) - agreed,
            outcome=None if is_open else outcome,
        )
    )
