"""What Alembic runs around the migrations; see ``data.store.migrations``."""

from __future__ import annotations

from alembic import context

from data.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,
    # The transaction is the caller's; SQLite's schema changes take part in it.
    transactional_ddl=False,
)
context.run_migrations()
