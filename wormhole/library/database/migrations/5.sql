-- Lists, filters, searches and statistics read arrays, not rows. A segment has those of some thousand games,
-- which were written once: the columns of the list, the words, the first moves. The version tells which keys
-- its positions have; 0: they are not there yet. Segments can be made anew from the games at any time.
CREATE TABLE segments (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    version INTEGER NOT NULL,
    names TEXT NOT NULL,
    columns BLOB NOT NULL,
    words BLOB NOT NULL,
    openings BLOB NOT NULL
);

-- The positions of a segment's games, those whose keys begin with the same bits in one row. The row's number
-- has the segment and those bits.
CREATE TABLE segment_positions (
    number INTEGER PRIMARY KEY,
    entries BLOB NOT NULL
);

-- The games that are in no segment, or that were changed or removed since. A change renews the number. The
-- table positions has the keys of these games only.
CREATE TABLE changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL UNIQUE
);
INSERT INTO changes (game) SELECT number FROM games ORDER BY number;
DROP TABLE unindexed;
DROP INDEX listed_games;

-- The users' own games.
CREATE INDEX played_games ON games (kind) WHERE kind IN ('people', 'computer', 'mail');
