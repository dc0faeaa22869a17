"""The inner loops of the rules: walking links, generating moves, detecting check, play, undo, perft.

They are plain functions over the arrays of :mod:`wormhole.rules.tables` and :mod:`wormhole.rules.position`.
Numba compiles them (:mod:`wormhole.compiling.groups`); uncompiled they run too, slower
(:mod:`wormhole.compiling.arrays` describes the arguments of both forms).

Two things make them fast. A removed square is unlinked from its neighbours, so a step over any number of
holes is one look-up. And pins are found once for each position: attacks are walked back from the king
(:func:`~wormhole.rules.loops.attack.mark_pins`), which marks the pinned pieces or, in check, the squares of
the checking attack. Only moves that these marks concern are tested for check.

No index is negative (:mod:`wormhole.compiling.numba_extensions`). Unsigned array elements are never added to
signed numbers: numba would make the sum a float.
"""
