"""The window: its event loop, screens, dialogs, board, panel and sounds."""
