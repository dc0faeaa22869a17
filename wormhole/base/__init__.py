"""What every package needs: errors and their messages, quoting, TOML and its schema, files."""
