PRAGMA application_id = 1464816205;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
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
INSERT INTO "games" VALUES(1,866830317070405875,NULL,'2026-11-23T18:58:08.712','2026-11-23T18:58:09.193',NULL,-1878548479295340134,'wormhole','Wormhole Chess','computer',3,'white','Ada','Computer, level 3','*',NULL,'2026.11.23',4,'e2e4 a7a6 b1c3 a6a5 ','wormhole chess 2026.11.23 ada computer, level 3 300+3');
INSERT INTO "games" VALUES(2,3253662748453340386,NULL,'2026-11-23T18:58:09.444','2026-11-23T18:58:10.243',NULL,2172026411900032633,'wormhole','Wormhole Chess','computer',9,'black','Computer, level 9','Ada','*',NULL,'2026.11.23',3,'a1a3 e7e5 a3a4 ','wormhole chess 2026.11.23 computer, level 9 ada');
INSERT INTO "games" VALUES(3,367094937522942002,NULL,'2026-11-23T18:58:11.274','2026-11-23T18:58:11.274',NULL,3152672143216389584,'cheshire','Cheshire Cat Chess','people',NULL,NULL,'Ada','Bo','*',NULL,'2026.11.23',1,'b1c3 ','cheshire cat chess 2026.11.23 ada bo');
INSERT INTO "games" VALUES(4,3813393519461932700,NULL,'2026-11-23T18:58:11.714','2026-11-23T18:58:11.714',NULL,-3799810664959600523,'wormhole','Wormhole Chess','demonstration',NULL,NULL,'Computer, level 4','Computer, level 4','*',NULL,'2026.11.23',1,'a1a3 ','wormhole chess 2026.11.23 computer, level 4 computer, level 4');
CREATE TABLE positions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL UNIQUE REFERENCES games ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    version INTEGER NOT NULL,
    keys BLOB NOT NULL
);
INSERT INTO "positions" VALUES(1,1,866830317070405875,4282936611,X'FE951E046FE5CAE05871E3D9EA433A2CD71F8E36');
INSERT INTO "positions" VALUES(2,2,3253662748453340386,4282936611,X'FE951E04BB1E210395B442B49D345784');
INSERT INTO "positions" VALUES(3,3,367094937522942002,4282936611,X'F8664A0945236CFF');
INSERT INTO "positions" VALUES(4,4,3813393519461932700,4282936611,X'FE951E04BB1E2103');
CREATE TABLE records (
    number INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    definition INTEGER REFERENCES definitions,
    headers TEXT NOT NULL,
    movetext TEXT NOT NULL,
    play TEXT
);
INSERT INTO "records" VALUES(1,NULL,'{"Event": "?", "Site": "?", "Date": "2026.11.23", "Round": "?", "White": "Ada", "Black": "Computer, level 3", "Result": "*", "TimeControl": "300+3", "Variant": "wormhole"}','1. e2e4 { [%clk 0:05:00] } 1... a7a6 { [%clk 0:05:00] } 2. b1c3 { [%clk 0:05:01.2] } 2... a6a5 { [%clk 0:05:02.7] }','{"white_level":null,"black_level":3,"path":[0,0,0,0],"flipped":false,"spent_seconds":4.5}');
INSERT INTO "records" VALUES(2,NULL,'{"Event": "?", "Site": "?", "Date": "2026.11.23", "Round": "?", "White": "Computer, level 9", "Black": "Ada", "Result": "*", "Variant": "wormhole"}','1. a1a3 e7e5 2. a3a4','{"white_level":9,"black_level":null,"path":[0,0,0],"flipped":true,"spent_seconds":0.0}');
INSERT INTO "records" VALUES(3,NULL,'{"Event": "?", "Site": "?", "Date": "2026.11.23", "Round": "?", "White": "Ada", "Black": "Bo", "Result": "*", "Variant": "cheshire"}','1. b1c3','{"white_level":null,"black_level":null,"path":[0],"flipped":false,"spent_seconds":0.0}');
INSERT INTO "records" VALUES(4,NULL,'{"Event": "?", "Site": "?", "Date": "2026.11.23", "Round": "?", "White": "Computer, level 4", "Black": "Computer, level 4", "Result": "*", "Variant": "wormhole"}','1. a1a3','{"white_level":4,"black_level":4,"path":[0],"flipped":false,"spent_seconds":0.0}');
CREATE TABLE unindexed (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE
);
CREATE INDEX deleted_games ON games (deleted) WHERE deleted IS NOT NULL;
CREATE INDEX unfinished_games ON games (changed) WHERE result = '*' AND deleted IS NULL;
CREATE INDEX game_digests ON games (digest);
CREATE INDEX listed_games ON games (
    (CASE WHEN date GLOB '[0-9]*' THEN replace(date, '?', '0') ELSE '' END),
    number, variant, kind, level, side, result, date, words
) WHERE deleted IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',4);
INSERT INTO "sqlite_sequence" VALUES('positions',4);
COMMIT;
