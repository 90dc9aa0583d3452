"""What is done with computer players: many rounds, tables of strength, answers to programs."""
