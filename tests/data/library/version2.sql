-- A library as version 2 wrote it, dumped by the sqlite3 shell.
PRAGMA application_id = 1464816205;
PRAGMA user_version = 2;
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
CREATE TABLE positions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL UNIQUE REFERENCES games ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    version INTEGER NOT NULL,
    keys BLOB NOT NULL
);
INSERT INTO definitions VALUES (1, 'mine', 'inherits = "chess"
title = "Mine"
');
INSERT INTO games VALUES (1, 77, NULL, '2026-01-02T03:04:05.678', '2026-01-02T03:05:00.000', NULL, 5, 'chess', 'Chess',
    'computer', 3, 'white', 'Person', 'Computer, level 3', '*', NULL, '2026.01.02', 3, 'e2e4 e7e5 g1f3 ',
    'chess person computer, level 3');
INSERT INTO records VALUES (1, NULL, '{"Event": "?", "White": "Person", "Black": "Computer, level 3", "Result": "*"}',
    '1. e2e4 e7e5 ( 1... c7c5 $1 ) 2. g1f3 { [%clk 0:01:30] quiet }',
    '{"white_level": null, "black_level": 3, "path": [0, 0], "flipped": true}');
INSERT INTO games VALUES (2, 78, '12-ab', '2026-01-03T03:04:05.678', '2026-01-03T03:05:00.000', NULL, 6, 'mine', 'Mine',
    'people', NULL, NULL, 'Ada', 'Bob', '*', NULL, '2026.01.??', 1, 'e2e4 ', 'mine ada bob');
INSERT INTO records VALUES (2, 1, '{"White": "Ada", "Black": "Bob", "Result": "*", "Variant": "mine", "LeftSquare": "none", "Stalemate": "draw"}',
    '1. e2e4', '{"white_level": null, "black_level": null, "path": [0], "flipped": false}');
INSERT INTO games VALUES (3, 79, NULL, '2026-01-04T03:04:05.678', '2026-01-04T03:05:00.000', '2099-01-04T03:06:00.000', 7,
    'chess', 'Chess', 'imported', NULL, NULL, 'Cy', '?', '1-0', NULL, '????.??.??', 1, 'd2d4 ', 'chess cy');
INSERT INTO records VALUES (3, NULL, '{"White": "Cy", "Result": "1-0"}', '1. d2d4', NULL);
INSERT INTO positions VALUES (1, 1, 77, 4282936611, X'236D48FFB512F2AFEF7D5415E4C16575');
-- Kept before its game was changed.
INSERT INTO positions VALUES (2, 2, 5, 4282936611, X'236D48FF');
