"""Analysis in the window: what is analysed, and how it is said."""
