"""The catalogues of translations, one .po file for each language."""
