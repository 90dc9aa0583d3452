"""A PostgreSQL of one's own doesn't outlive who started it."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys

import pytest

from bot.sandbox.postgres import NoPostgres, found
from tests.bot.sandbox.conftest import wait_for
from tests.patience import PATIENCE_S

STARTER = """
from bot.sandbox.postgres import running
with running() as server:
    print(server.address, flush=True)
    input()
"""


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="it is Linux's")
async def test_it_ends_when_who_started_it_is_killed() -> None:
    try:
        found()
    except NoPostgres as error:
        pytest.skip(str(error))
    with subprocess.Popen(
        [sys.executable, "-c", STARTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        port = int(starter.stdout.readline().rpartition(":")[2])
        assert answers(port)
        starter.send_signal(signal.SIGKILL)
        starter.wait()
    await wait_for(lambda: not answers(port), PATIENCE_S)


def answers(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0
