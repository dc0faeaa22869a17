"""The system's window and what it offers: sound, keys, tooltips, background jobs, screens."""
