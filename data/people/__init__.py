"""People and servers: who they are to the bot, what they chose, what is kept about them."""
