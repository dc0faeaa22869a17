"""Distributes work to processes on this machine, or to a cluster."""
