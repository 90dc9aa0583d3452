"""Every verb against every way in which a click can come.

Each cell says on which stage it is tried, what is clicked by whom, and what must come of it. Every
answer is one, for the person alone (but for a lobby's own message), and nothing is written into any
log but where the cell says so.
"""

from __future__ import annotations

import pytest
from sqlalchemy import select

from bot.entry.clicks import hands, pages, sharing, tables
from bot.entry.dispatch import NOT_OURS
from bot.host import inviting, play, roster, starting, voting
from bot.match.ids import Verb
from data.store import schema
from tests.e2e import stages
from tests.e2e.click_cells import (
    MOVED_ON,
    SHORT,
    SITUATIONS,
    Cell,
    Row,
    anytime,
    deciding,
    joined,
    of_a_match_that_is_over,
    own_page,
    row,
    seating,
)
from tests.e2e.stages import Stage
from tests.e2e.test_reviews import judging
from tests.e2e.world import World, controls, text

SHOW, CARD = ":{first}:{last}", ":{card}:0"
THEN_CARD, THEN = ":{then card}:1", ":{then card}:{then place}"
V = Verb

TABLE: dict[Verb, Row] = {
    V.ORIENT: deciding(V.ORIENT, ":keep", ":spin", ":show_1", acts=True, stage="orient"),
    V.SHOW: deciding(V.SHOW, SHOW, ":1", ":a:b", ":1:-1", acts=True),
    V.SHOWS: deciding(V.SHOWS, ":0", ":0 keep", ":0 9-x", value="{shown}", acts=True),
    V.SHOWS_PAGE: deciding(V.SHOWS_PAGE, ":0", ":x", ":-1", wrong=""),
    V.BOTH: deciding(V.BOTH, "", wrong=NOT_OURS),
    V.CARD: deciding(V.CARD, f"{CARD}:0", ":up:0:0:0", ":left:2:0:0", ":left:0:0", wrong=NOT_OURS),
    V.GAP: deciding(V.GAP, f"{CARD}:0", ":left:0:0:0 x", ":up:0:0:0 1", value="{place}", acts=True),
    V.THEN_PAGE: deciding(V.THEN_PAGE, f"{THEN}:0", ":left:0:x:0", ":left:0", wrong=NOT_OURS),
    V.THEN_SHOW: deciding(
        V.THEN_SHOW, f"{THEN}:{{then first}}:{{then last}}", ":left:0:1:1", ":1:1", acts=True
    ),
    V.THEN_SHOWS: deciding(
        V.THEN_SHOWS, f"{THEN}:0", ":left:0:1:0 x", value="{then shown}", acts=True
    ),
    V.DO: deciding(V.DO, ":{action}", ":dance", ":show", acts=True),
    V.HINT: row(
        legal=Cell("turn", "s1:hint:1:{now}"),
        stale=Cell("turn", "s1:hint:1:{old}", MOVED_ON),
        double=Cell("turn", "s1:hint:1:{now}", twice=True),
        foreign=(
            Cell("turn", "s1:hint:1:{now}", hands.NOT_YOURS, by="stranger", on="table"),
            Cell("turn", "s1:hint:1:{now}", MOVED_ON, by="other", on="table"),
        ),
        malformed=("s1:hint:1:-", "s1:hint:-:{now}", "s1:hint:1:{now}:"),
        wrong_phase=(
            Cell("lobby", "s1:hint:1:1.1", play.NOT_STARTED, on="lobby"),
            Cell("over", "s1:hint:1:1.1", MOVED_ON),
        ),
    ),
    V.HAND: row(
        legal=Cell("turn", "s1:hand:1:-", on="table"),
        stale=Cell("over", "s1:hand:1:-", on="table"),
        double=Cell("turn", "s1:hand:1:-", on="table", twice=True),
        foreign=Cell("turn", "s1:hand:1:-", hands.NOT_YOURS, by="stranger", on="table"),
        malformed=("s1:hand:-:-", "s1:hand:1", "s0:hand:1:-", "hand", "s1:hand:1e3:-"),
        wrong_phase=Cell("lobby", "s1:hand:1:-", play.NOT_STARTED, on="lobby"),
    ),
    V.BACK: row(
        legal=Cell("turn", "s1:back:1:-"),
        stale=Cell("over", "s1:back:1:-"),
        double=Cell("turn", "s1:back:1:-", twice=True),
        foreign=Cell("turn", "s1:back:1:-", hands.NOT_YOURS, by="stranger", on="table"),
        malformed=("s1:back:-:-", "s1:back", "s1:back:1:-:"),
        wrong_phase=Cell("lobby", "s1:back:1:-", play.NOT_STARTED, on="lobby"),
    ),
    V.RULES: anytime(
        Cell("turn", "s1:rules:1:-:0", on="table"),
        "s1:rules:x:-:0",
        "s1:rules:1:-:",
        foreign=Cell("turn", "s1:rules:1:-:0", by="stranger", on="table"),
        elsewhere=("over", "orient"),
    ),
    V.HELP: own_page(V.HELP, ""),
    V.NUDGE: row(
        legal=Cell("turn", "s1:nudge:1:-", "Nudged:", by="other", on="table"),
        stale=Cell("over", "s1:nudge:1:-", tables.NOBODY, by="other", on="table"),
        double=Cell("turn", "s1:nudge:1:-", tables.TOO_SOON, by="other", on="table", twice=True),
        foreign=(
            Cell("turn", "s1:nudge:1:-", hands.NOT_YOURS, by="stranger", on="table"),
            Cell("turn", "s1:nudge:1:-", tables.YOURSELF, by="mover", on="table"),
        ),
        malformed=("s1:nudge:-:-", "s1:nudge:1:-:"),
        wrong_phase=Cell("lobby", "s1:nudge:1:-", play.NOT_STARTED, on="lobby"),
    ),
    V.REMATCH: row(
        legal=Cell("over", "s1:rematch:1:-", "is open", on="final", adds=1),
        stale=Cell("over", "s1:rematch:1:-", "is open", by="other", on="final", adds=1),
        double=Cell("over", "s1:rematch:1:-", "is open", on="final", twice=True, adds=1),
        foreign=Cell("over", "s1:rematch:1:-", tables.NOT_THERE, by="stranger", on="final"),
        malformed=("s1:rematch:-:-", "s1:rematch:1:x"),
        wrong_phase=Cell("turn", "s1:rematch:1:-", tables.NOT_OVER, on="table"),
    ),
    V.RECORD: of_a_match_that_is_over(V.RECORD, ""),
    V.VOTE: row(
        legal=Cell("turn", "s1:vote:1:-:pause:yes", "Noted", on="page mover", adds=1),
        stale=(
            Cell("turn", "s1:vote:1:-:resume:yes", voting.NOT_PAUSED, on="page mover"),
            Cell("turn", "s1:vote:1:-:end:no", "Noted", on="table"),  # nobody proposes it any more
            Cell("turn", "s1:vote:1:-:stand-in:yes", voting.NOT_OVERDUE, on="table"),
        ),
        double=Cell("turn", "s1:vote:1:-:pause:yes", "Noted", on="table", twice=True, adds=1),
        foreign=Cell("turn", "s1:vote:1:-:end:yes", hands.NOT_YOURS, by="stranger", on="table"),
        malformed=(
            "s1:vote:1:-:pause:maybe",
            "s1:vote:1:-:pause:sure",
            "s1:vote:1:-:dance:yes",
            "s1:vote:-:-:end:yes",
        ),
        wrong_phase=(
            Cell("lobby", "s1:vote:1:-:end:yes", play.NOT_STARTED, on="lobby"),
            Cell("over", "s1:vote:1:-:end:yes", voting.NOT_ON, on="table"),
        ),
    ),
    V.PROPOSE: row(
        legal=Cell("turn", "s1:propose:1:-", "match 1", on="table"),
        stale=Cell("over", "s1:propose:1:-", voting.NOT_ON, on="table"),
        double=Cell("turn", "s1:propose:1:-", on="table", twice=True),
        foreign=Cell("turn", "s1:propose:1:-", hands.NOT_YOURS, by="stranger", on="table"),
        malformed=("s1:propose:-:-", "s1:propose:1", "s1:propose:1:-:"),
        wrong_phase=Cell("lobby", "s1:propose:1:-", play.NOT_STARTED, on="lobby"),
    ),
    V.RETURN: row(
        legal=Cell("turn", "s1:return:1:-", on="table"),
        stale=Cell("over", "s1:return:1:-", on="table"),
        double=Cell("turn", "s1:return:1:-", on="table", twice=True),
        foreign=Cell("turn", "s1:return:1:-", hands.NOT_YOURS, by="stranger", on="table"),
        malformed=("s1:return:-:-", "s1:return", "s1:return:1:-:"),
        wrong_phase=Cell("lobby", "s1:return:1:-", play.NOT_STARTED, on="lobby"),
    ),
    V.QUIT: row(
        # It was their turn: the computer that sits down in their place plays at once.
        legal=Cell("turn", "s1:quit:1:-", "You left match 1", on="page mover", adds=2),
        stale=Cell("over", "s1:quit:1:-", voting.NOT_ON, on="page mover"),
        double=Cell("turn", "s1:quit:1:-", " left ", on="page mover", twice=True, adds=2),
        foreign=Cell("turn", "s1:quit:1:-", hands.NOT_YOURS, by="stranger", on="page stranger"),
        malformed=("s1:quit:-:-", "s1:quit:1:-:"),
        wrong_phase=Cell("lobby", "s1:quit:1:-", play.NOT_STARTED, on="page mover"),
    ),
    V.JOIN: seating(
        V.JOIN,
        legal=joined("s1:join:1:-", by="stranger"),
        again=roster.SEATED,
        foreign=Cell("lobby", "s1:join:1:-", roster.SEATED, by="other", on="lobby"),
    ),
    V.LEAVE: seating(
        V.LEAVE,
        legal=joined("s1:leave:1:-", by="other"),
        again=roster.NOT_SEATED,
        foreign=Cell("lobby", "s1:leave:1:-", roster.NOT_SEATED, by="stranger", on="lobby"),
    ),
    V.ADD_COMPUTER: seating(
        V.ADD_COMPUTER,
        legal=joined("s1:addcomputer:1:-"),
        again=roster.FULL,
        foreign=Cell("lobby", "s1:addcomputer:1:-", roster.HOSTS_ONLY, by="other", on="lobby"),
    ),
    V.COMPUTER_LEVEL: seating(
        V.COMPUTER_LEVEL,
        legal=joined("s1:level:1:-", value="easy"),
        again=roster.FULL,
        foreign=Cell("lobby", "s1:level:1:-", roster.HOSTS_ONLY, "easy", "stranger", "lobby"),
    ),
    V.REMOVE_COMPUTER: seating(
        V.REMOVE_COMPUTER,
        legal=joined("s1:removecomputer:1:-"),
        again=roster.NO_COMPUTER,
        foreign=Cell("lobby", "s1:removecomputer:1:-", roster.HOSTS_ONLY, by="other", on="lobby"),
    ),
    V.INVITE: seating(
        V.INVITE,
        legal=joined("s1:invite:1:-", value="{stranger}"),
        again=inviting.OPEN_ALREADY.partition("{")[0],
        foreign=Cell("lobby", "s1:invite:1:-", roster.HOSTS_ONLY, "{stranger}", "other", "lobby"),
    ),
    V.START: seating(
        V.START,
        # The start, then the seats, the deal, and the computer's choice of its hand.
        legal=joined("s1:start:1:-", adds=4),
        again=starting.ALREADY_STARTED,
        foreign=Cell("lobby", "s1:start:1:-", roster.HOSTS_ONLY, by="other", on="lobby"),
    ),
    V.CANCEL: seating(
        V.CANCEL,
        legal=joined("s1:cancel:1:-", adds=0),
        again=starting.CLOSED,
        foreign=Cell("lobby", "s1:cancel:1:-", roster.HOSTS_ONLY, by="other", on="lobby"),
    ),
    V.ACCEPT: seating(
        V.ACCEPT,
        legal=Cell("challenge", "s1:accept:1:-", by="other", on="lobby", adds=1, public=True),
        again=roster.SEATED,
        foreign=Cell("challenge", "s1:accept:1:-", roster.NOT_INVITED, by="stranger", on="lobby"),
    ),
    V.DECLINE: seating(
        V.DECLINE,
        legal=Cell("challenge", "s1:decline:1:-", by="other", on="lobby", adds=1, public=True),
        again=roster.NOT_SEATED,
        foreign=Cell("challenge", "s1:decline:1:-", roster.NOT_SEATED, by="stranger", on="lobby"),
    ),
    V.BOARD: own_page(V.BOARD, ":rating:all:1:1", "", ":luck:all:1:1", ":rating:all:1:-5"),
    V.MATCHES: own_page(V.MATCHES, ":1:0", "", ":1", ":x:0"),
    V.REPLAYS: row(
        legal=Cell("over", "s1:replays:-:-", value="1", on="page mover"),
        stale=Cell("over", "s1:replays:-:-", value="1", on="page mover"),
        double=Cell("over", "s1:replays:-:-", value="1", on="page mover", twice=True),
        foreign=Cell("over", "s1:replays:-:-", value="1", by="stranger", on="page stranger"),
        malformed=(
            Cell("over", "s1:replays:-:-", NOT_OURS, "x", on="page mover"),
            Cell("over", "s1:replays:-:-", NOT_OURS, on="page mover"),
        ),
        wrong_phase=Cell("turn", "s1:replays:-:-", "no match 1", "1", on="page mover"),
    ),
    V.REPLAY: of_a_match_that_is_over(
        V.REPLAY,
        ":e:expert:0",
        "s1:replay:1:-:open:x",
        "s1:replay:1:-",
        "s1:replay:1:-:e:expert",
    ),
    V.REVIEW: of_a_match_that_is_over(V.REVIEW, ":1", "s1:review:1:-:9", "s1:review:1:-:of:x"),
    V.ANIMATE: of_a_match_that_is_over(
        V.ANIMATE,
        ":steps:0:1",
        "s1:animate:1:-:round:9",
        "s1:animate:1:-:steps:1:0",
        "s1:animate:1:-",
        "s1:animate:1:-:dance:1",
    ),
    V.PAGE: of_a_match_that_is_over(V.PAGE, ""),
    V.FAIRNESS: anytime(
        Cell("turn", "s1:fairness:1:-", on="table"),
        "s1:fairness:-:-",
        "s1:fairness:1:1.",
        foreign=Cell("turn", "s1:fairness:1:-", by="stranger", on="table"),
        elsewhere=("over", "orient"),
    ),
    V.LEARN: own_page(
        V.LEARN,
        ":1:0:0:show:1:2",
        "",
        ":9:0:0",
        ":0:7:0",
        ":0:0",
        ":0:0:0:dance",
        ":0:0:0:show:x",
        ":0:0:0:showme:1",
        says="You showed 5 5",
    ),
    V.SEASON: own_page(
        V.SEASON, ":rated:2026-01:1", "", ":luck:2026-01:1", ":daily:2026-1:1", ":rated:2026-13:1"
    ),
    V.DAILY: own_page(
        V.DAILY,
        ":open:2026-01-01",
        "",
        ":open",
        ":open:2026-1-1",
        ":dance:2026-01-01",
        ":board:2026-01-01",
        ":board:2026-01-01:x",
    ),
    V.PRIVACY: own_page(V.PRIVACY, ":ask", "", ":burn", ":ask:ask"),
    V.SHARE: row(
        legal=(
            Cell("over", "s1:share:1:-:result", "wins", on="final", public=True),
            Cell("over", "s1:share:1:-:replay:3", "step 4", on="page mover", public=True),
            Cell("over", "s1:share:1:-:review:1", "what it cost", on="page mover", public=True),
            Cell("over", "s1:share:-:-:board:rating:all:1:1", on="page mover", public=True),
            Cell("over", "s1:share:-:-:profile:1", " in ", on="page mover", public=True),
        ),
        stale=Cell("over", "s1:share:1:-:replay:999", "Shared by", on="final", public=True),
        double=Cell(
            "over", "s1:share:1:-:result", "Shared by", on="final", public=True, twice=True
        ),
        foreign=Cell("over", "s1:share:1:-:result", by="stranger", on="final", public=True),
        malformed=tuple(
            Cell("over", f"s1:share:{one}", NOT_OURS, on="final")
            for one in (
                "-:-",
                "1:-",
                "-:-:result",
                "1:-:result:1",
                "1:-:hand",
                "1:-:replay",
                "-:-:replay:1",
                "1:-:review",
                "1:-:review:0",
                "1:-:review:6",
                "-:-:review:1",
                "-:-:board",
                "-:-:board:luck:all:1:1",
                "-:-:profile",
                "-:-:profile:x",
            )
        ),
        wrong_phase=(
            # Nothing of a match that isn't over is anybody's to show.
            Cell("turn", "s1:share:1:-:replay:3", "There is no match 1", on="table"),
            Cell("turn", "s1:share:1:-:review:1", "There is no match 1", on="table"),
            Cell("turn", "s1:share:1:-:result", "There is no match 1", on="table"),
            Cell("turn", "s1:share:1:-:result", sharing.SERVERS_ONLY),
            Cell("lobby", "s1:share:-:-:profile:1", sharing.NOBODY, on="lobby"),
        ),
    ),
    V.UNSHARE: row(
        legal=(
            Cell("over", "s1:unshare:1.{mark}:-:{sharer}", on="shared", removes=True),
            Cell(
                "over", "s1:unshare:1.{mark}:-:{sharer}", by="moderator", on="shared", removes=True
            ),
        ),
        stale=Cell("over", "s1:unshare:-:-:{sharer}", NOT_OURS, on="final"),  # not one of those
        double=Cell(
            "over", "s1:unshare:1.{mark}:-:{sharer}", on="shared", removes=True, twice=True
        ),
        foreign=Cell(
            "over", "s1:unshare:1.{mark}:-:{sharer}", sharing.NOT_YOURS, "", "other", "shared"
        ),
        malformed=(
            Cell("over", "s1:unshare:-:-", NOT_OURS, on="shared"),
            Cell("over", "s1:unshare:-:-:1", NOT_OURS, on="shared"),
            Cell("over", "s1:unshare:-:-:{sharer}", NOT_OURS, on="table"),
        ),
        wrong_phase=Cell("turn", "s1:unshare:-:-:1", NOT_OURS, on="table"),
    ),
    V.PREFERENCE: own_page(V.PREFERENCE, ":confirm:on", "", ":confirm", ":confirm:maybe"),
    V.SETTING: row(
        legal=Cell("turn", "s1:set:-:-:threads:off", by="moderator", on="page moderator"),
        stale=Cell("over", "s1:set:-:-:threads:off", by="moderator", on="page moderator"),
        double=Cell("turn", "s1:set:-:-:threads:off", "", "", "moderator", "page moderator", True),
        foreign=Cell(
            "turn", "s1:set:-:-:threads:off", pages.MODERATORS_ONLY, by="stranger", on="table"
        ),
        malformed=("s1:set:-:-", "s1:set:-:-:threads", "s1:set:-:-:rules:off"),
        wrong_phase=Cell("lobby", "s1:set:-:-:threads:off", by="moderator", on="page moderator"),
    ),
    V.SETTINGS_PAGE: row(
        legal=Cell("turn", "s1:setpage:-:-:1", by="moderator", on="page moderator"),
        stale=Cell("over", "s1:setpage:-:-:1", by="moderator", on="page moderator"),
        double=Cell("turn", "s1:setpage:-:-:1", "", "", "moderator", "page moderator", True),
        foreign=Cell("turn", "s1:setpage:-:-:1", pages.MODERATORS_ONLY, by="stranger", on="table"),
        malformed=("s1:setpage:-", "s1:setpage:-:-:"),
        wrong_phase=Cell("lobby", "s1:setpage:-:-:1", by="moderator", on="page moderator"),
    ),
}


def test_the_table_has_every_cell() -> None:
    assert set(TABLE) == set(Verb)
    for verb, cells in TABLE.items():
        assert tuple(cells) == SITUATIONS, verb
        assert all(cells.values()), verb
        for cell in (one for some in cells.values() for one in some):
            assert cell.stage in stages.NAMES
            assert cell.click.startswith(("s1:", "s0:", "hand")), cell


@pytest.mark.parametrize("name", stages.NAMES)
async def test_every_cell(world: World, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("bot.workers.thinking.ADVISER", "easy")
    judging(monkeypatch)
    stage = await stages.reach(world, name)
    # Nothing becomes due here, and timers that look for it would be waited for in real time.
    world.bot.parts.clock.stop()
    await world.bot.parts.daily.stop()
    wrong = []
    for verb, cells in TABLE.items():
        for situation, tried in cells.items():
            for cell in tried:
                if cell.stage != name:
                    continue
                async with stage.undone():
                    problem = await found(stage, cell)
                if problem:
                    wrong.append(f"{verb} / {situation}: {cell.click} {cell.value}: {problem}")
    assert not wrong, "\n".join(wrong)


async def found(stage: Stage, cell: Cell) -> str:
    """What is wrong with how a cell's click is answered; empty if nothing."""
    world = stage.world
    before = await entries(world)
    message = await stage.shared() if cell.on == "shared" else stage.messages[cell.on]
    person = stage.people[cell.by]
    custom_id = cell.click.format(**stage.words)
    value = cell.value.format(**stage.words)
    clicks = [
        await world.emit_click(person, message, custom_id, (value,) if value else ())
        for _ in range(1 + cell.twice)
    ]
    await world.env.settle()
    after = await entries(world)
    if after[: len(before)] != before or len(after) - len(before) != cell.adds:
        return f"wrote {after[len(before) :]}"
    if cell.removes:
        there = world.env.backend.messages[message.channel_id]
        gone = message.id not in there and all(one.acknowledged for one in clicks)
        return "" if gone and not any(one.followups for one in clicks) else "is still there"
    for click in clicks:
        if not click.acknowledged or click.response is None or click.followups:
            return f"answered {click}"
        there = click.response
        private = there.ephemeral or there.channel_id in world.env.backend.dm_channels.values()
        if not private and not cell.public:
            return "answered where everybody sees it"
    answers = [click.response for click in clicks]
    matching = [one for one in answers if cell.says in text(one)]  # the loser of a double click
    if not matching:
        return f"said {[text(one) for one in answers]!r}"
    if cell.refused and (len(text(matching[0])) > SHORT or controls(matching[0])):
        return f"is no short answer: {text(matching[0])!r}"
    return "" if all(map(text, answers)) else "says nothing"


async def entries(world: World) -> list[tuple[int, int, str]]:
    """What stands in all logs: match, sequence number, kind."""
    log = schema.log
    query = select(log.c.match_id, log.c.sequence, log.c.kind).order_by(
        log.c.match_id, log.c.sequence
    )
    return await world.bot.parts.desk.db.read(
        lambda conn: [tuple(one) for one in conn.execute(query)]
    )
