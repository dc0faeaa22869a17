-- Positions can be searched: 32 bits of the Zobrist key of each position of a main line. A row is replaced,
-- under a new number, when its game has changed. The version tells which keys these are.
CREATE TABLE positions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL UNIQUE REFERENCES games ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    version INTEGER NOT NULL,
    keys BLOB NOT NULL
);
