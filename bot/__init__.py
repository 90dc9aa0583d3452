"""SCOUT on Discord; the only package that knows discord.py."""
