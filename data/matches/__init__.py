"""Matches: their rows and logs, the messages that show them, what becomes due in them."""
