"""The parts of ``tools/tune.py``, which tunes the evaluation."""
