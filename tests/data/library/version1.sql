-- A library as version 1 wrote it, dumped by the sqlite3 shell.
PRAGMA application_id = 1464816205;
PRAGMA user_version = 1;
CREATE TABLE definitions (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (name, text)
);

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
INSERT INTO games VALUES (1, 77, NULL, '2026-01-02T03:04:05.678', '2026-01-02T03:05:00.000', NULL, 5, 'chess', 'Chess',
    'computer', 3, 'white', 'Person', 'Computer, level 3', '*', NULL, '2026.01.02', 3, 'e2e4 e7e5 g1f3 ',
    'chess person computer, level 3');
INSERT INTO records VALUES (1, NULL, '{"Event": "?", "White": "Person", "Black": "Computer, level 3", "Result": "*"}',
    '1. e2e4 e7e5 ( 1... c7c5 $1 ) 2. g1f3 { [%clk 0:01:30] quiet }',
    '{"white_level": null, "black_level": 3, "path": [0, 0], "flipped": true}');
