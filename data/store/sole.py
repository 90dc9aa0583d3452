"""At most one bot on a database: two would both deal, play for the absent and write to people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from data.store.address import file_of, is_postgres
from data.store.errors import DatabaseInUse, UnwritableDatabase


@contextmanager
def sole_bot(url: str) -> Iterator[None]:
    """Be the only bot on a database; the operating system takes the lock back from the killed.

    Tools that only read, and ``ratings rebuild``, are no bots.

    Raises:
        DatabaseInUse: another bot runs on it.
        DatabaseError: the database's folder can't be written.
    """
    if is_postgres(url):  # there several work together, each on what it has a lease for
        yield
        return
    path = file_of(url)
    lock = FileLock(f"{path}.lock", blocking=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        Path(lock.lock_file).touch()  # the lock itself takes what can't be written for held
        lock.acquire()
    except Timeout as error:
        raise DatabaseInUse(f"another bot is running on {path}; stop that one first") from error
    except OSError as error:
        raise UnwritableDatabase(
            f"the database {path} can't be written: {error.strerror or error}"
        ) from error
    try:
        yield
    finally:
        lock.release()
