"""What comes after lessons 00 to 06: positions in models, by topic."""
