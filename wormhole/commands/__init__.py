"""The commands of the command line, one in a file; each adds its parser, and runs."""
