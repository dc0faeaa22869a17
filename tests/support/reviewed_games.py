"""Reviewed games of chess in PGN, with evaluations and better moves."""

MATED = """[Variant "chess"]
[Result "0-1"]

{[%eval 0.2,9]} 1. f3 {[%eval -0.6,9]} (1. e4 {[%eval 0.2,9]} 1... e5 2. Nf3 Nc6) 1... e5 {[%eval -0.6,9]}
2. g4 {[%eval #-1,9]} (2. e4 {[%eval -0.6,9]} 2... Nf6 3. Nc3) 2... Qh4# 0-1
"""
KNIGHT_LOST = """[Variant "chess"]
[Result "0-1"]
[Termination "resignation"]

{[%eval 0.2,9]} 1. e4 {[%eval 0.2,9]} e5 {[%eval 0.2,9]} 2. Nf3 {[%eval 0.2,9]} d6 {[%eval 0.2,9]}
3. Nxe5 {[%eval -2.5,9]CLOCK} (3. d4 {[%eval 0.2,9]} 3... exd4 4. Qxd4) 3... dxe5 {[%eval -2.5,9]}
4. d3 {[%eval -2.5,9]} 0-1
"""
"""White loses a knight; CLOCK is the place of what is left on the clock."""
