"""The parts of a game's screen beside the board; `screens/game_picture.py` lists them."""
