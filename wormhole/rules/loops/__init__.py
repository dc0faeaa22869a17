"""The inner loops of the rules: step along a link, list moves, ask for check, play, take back, count.

They are plain functions over the arrays of :mod:`wormhole.rules.tables` and :mod:`wormhole.rules.position`,
written so that numba compiles them (:mod:`wormhole.rules.compiled`) and so that they run, slower, as they
are (:mod:`wormhole.rules.arrays` tells in which forms they take them).

Two things make them fast. Squares are unlinked from their neighbours and linked back, so that a step over
any number of holes is one look-up. And check is asked for only where it can arise: once a position the
attacks are walked back from the king (:func:`~wormhole.rules.loops.attack.mark_pins`), marking the squares
whose pieces could let one through by leaving them, or in check the way of an attack that has to be ended.

No index is negative (:mod:`wormhole.rules.unsigned`). Where array elements are unsigned, sums of them with
signed numbers have no place here: numba makes those floats.
"""
