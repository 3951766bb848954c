"""What makes exported pages move: the pictures of explorers and the questions, without Python."""

STOPS = 16  # of a slider, about
FEW_STOPS = 8  # where Python draws all others
