"""What is seen and heard: the loop, and below it screens, board, panel, dialogs and the look of all."""
