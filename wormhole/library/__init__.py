"""What is kept between sessions: today the settings, later games and notation."""
