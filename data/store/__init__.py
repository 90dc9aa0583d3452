"""The database itself: opened, migrated, copied, and the one way in and out of it."""
