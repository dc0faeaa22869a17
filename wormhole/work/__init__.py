"""One way to hand out work: to processes on this machine, or to a cluster."""
