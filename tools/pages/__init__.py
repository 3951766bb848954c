"""What makes exported pages move: the pictures of explorers and the questions, without Python."""

STOPS = 25  # of a slider, about
