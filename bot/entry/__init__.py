"""The way in from Discord, and the answer: one door for clicks, menus, modals and commands."""
