"""What is kept: schema and migrations, the match log, settings, standings."""
