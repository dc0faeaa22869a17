"""What tests share: the hand at a window, games and libraries, programs that tests start, fuzzers."""
