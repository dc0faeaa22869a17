"""The library of games: a SQLite file, in which every game is kept, found and counted."""
