-- The first version of the library.

-- Games that are not in the catalogue, as their files had them.
CREATE TABLE definitions (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (name, text)
);

-- What lists, searches and statistics read. The revision is a new random number after each change. The owner
-- is the window in which the game is open. Times are UTC.
CREATE TABLE games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL,
    owner TEXT,
    started TEXT NOT NULL,
    changed TEXT NOT NULL,
    deleted TEXT,
    digest INTEGER NOT NULL,
    variant TEXT NOT NULL,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    level INTEGER,
    side TEXT,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    result TEXT NOT NULL,
    termination TEXT,
    date TEXT NOT NULL,
    plies INTEGER NOT NULL,
    opening TEXT NOT NULL,
    words TEXT NOT NULL
);

-- The games themselves: headers and play state in JSON, the tree as PGN in UCI notation.
CREATE TABLE records (
    number INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    definition INTEGER REFERENCES definitions,
    headers TEXT NOT NULL,
    movetext TEXT NOT NULL,
    play TEXT
);

CREATE INDEX shown_games ON games (number) WHERE deleted IS NULL;
CREATE INDEX deleted_games ON games (deleted) WHERE deleted IS NOT NULL;
CREATE INDEX unfinished_games ON games (changed) WHERE result = '*' AND deleted IS NULL;
CREATE INDEX game_digests ON games (digest);
