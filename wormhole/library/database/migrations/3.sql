-- Lists are in the order of the dates played, the unknown ones last. The index has all that searches read, so
-- that they need neither sort nor read the games themselves. What is no date counts as an unknown one.
CREATE INDEX listed_games ON games (
    (CASE WHEN date GLOB '[0-9]*' THEN replace(date, '?', '0') ELSE '' END),
    number, variant, kind, level, side, result, date, words
) WHERE deleted IS NULL;
DROP INDEX shown_games;

-- The games whose positions must still be worked out.
CREATE TABLE unindexed (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE
);
INSERT INTO unindexed
    SELECT games.number FROM games
    LEFT JOIN positions ON positions.game = games.number AND positions.revision = games.revision
    WHERE positions.game IS NULL;
