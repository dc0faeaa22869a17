"""The program in the menus of Linux desktops: its entry, its icon, the types of its files."""
