"""How long tests wait for what real processes, sockets and browsers do."""

PATIENCE_S = 120.0
"""However busy the machine is: what hasn't come by then doesn't come."""

PATIENCE_MS = 1000 * PATIENCE_S
