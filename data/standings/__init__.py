"""What finished matches come to: ratings, leaderboards, profiles, histories."""
