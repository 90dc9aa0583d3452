"""A PostgreSQL of one's own on this computer, for as long as it is wanted: for trials and tests.

It listens on loopback alone, trusts whoever comes, and forgets on a power cut. It runs as a user
without rights when we are root, which PostgreSQL refuses to be.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

NOBODY = "nobody"

STARTED_WITHIN_S = 60

_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "log_min_messages": "fatal",
}


class Server(NamedTuple):
    """A server: the beginning of its databases' addresses, and its process."""

    address: str
    pid: int


class NoPostgres(Exception):  # noqa: N818 - it says what is the matter
    """PostgreSQL isn't installed, or doesn't start."""


def found() -> Path:
    """The folder with PostgreSQL's programs.

    Raises:
        NoPostgres: there is none.
    """
    here = shutil.which("initdb")
    if here is not None and (Path(here).resolve().parent / "postgres").exists():
        return Path(here).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not debian:
        raise NoPostgres("PostgreSQL isn't installed (Debian's package: postgresql)")
    return debian[-1].parent


@contextmanager
def running(*, durable: bool = False) -> Iterator[Server]:
    """A new server.

    Args:
        durable: whether commits go to the disk, as where it counts; for measurements.

    Raises:
        NoPostgres: there is none, or it doesn't start.
    """
    programs = found()
    user = NOBODY if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="scout-postgres-") as folder:
        if user is not None:
            os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        data = Path(folder) / "data"
        _initialise(programs / "initdb", data, user)
        port = _free_port()
        server = _start(programs, data, port, user, durable=durable)
        try:
            yield Server(f"postgresql://postgres@127.0.0.1:{port}", server.pid)
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing in it is wanted
            server.wait()


def _initialise(initdb: Path, data: Path, user: str | None) -> None:
    done = subprocess.run(  # noqa: S603
        [
            *(initdb, "--pgdata", data, "--username", "postgres", "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
        ],
        capture_output=True,
        text=True,
        check=False,
        user=user,
        cwd="/",
    )
    if done.returncode:
        raise NoPostgres(f"initdb fails: {' '.join(done.stderr.split())}")


def _start(
    programs: Path, data: Path, port: int, user: str | None, *, durable: bool
) -> subprocess.Popen[bytes]:
    settings = _SETTINGS | ({"fsync": "on", "full_page_writes": "on"} if durable else {})
    server = subprocess.Popen(  # noqa: S603
        [
            *_ends_with_us(),
            *(programs / "postgres", "-D", data, "-p", str(port)),
            *(f"--{name}={to}" for name, to in settings.items()),
        ],
        stdin=subprocess.DEVNULL,
        user=user,
        cwd="/",
        start_new_session=True,  # Ctrl-C is the launcher's, which stops it last
    )
    ready = [
        str(programs / "pg_isready"),
        "-q",
        "-U",
        "postgres",
        "-h",
        "127.0.0.1",
        "-p",
        str(port),
    ]
    for _ in range(STARTED_WITHIN_S * 10):
        if server.poll() is not None:
            raise NoPostgres(f"PostgreSQL doesn't start (exit code {server.returncode})")
        if subprocess.run(ready, check=False).returncode == 0:  # noqa: S603
            return server
        try:
            server.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
    server.kill()
    raise NoPostgres("PostgreSQL doesn't get ready")


def _ends_with_us() -> list[str]:
    """A prefix that has Linux end the server with the thread that starts it.

    Who is killed can't end it. Elsewhere there is no such program, and it stays.
    """
    setpriv = shutil.which("setpriv")
    return [] if setpriv is None else [setpriv, "--pdeathsig", "QUIT", "--"]


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
