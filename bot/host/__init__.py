"""Matches kept going: mailboxes, clock, computers, lobbies, endings, votes, presence."""
