-- The words are compared without accents: "muller" finds "Müller".
UPDATE games SET words = searchable(words) WHERE words GLOB '*[^ -~]*';
