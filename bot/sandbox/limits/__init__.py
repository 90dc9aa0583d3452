"""What Discord refuses in what a bot sends: code 50035 with a tree of faults."""
