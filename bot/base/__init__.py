"""What every room uses: logs, times, small helpers."""
