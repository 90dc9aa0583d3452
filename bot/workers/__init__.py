"""Other processes, and what is done in them: thinking, drawing, advice."""
