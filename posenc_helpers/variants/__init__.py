"""What published programs do differently from the paper, and what goes wrong."""
