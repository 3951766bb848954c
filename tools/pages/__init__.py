"""Make exported pages move, both pictures of explorers and questions, without Python."""

STOPS = 16  # approximate number of stops of a slider
FEW_STOPS = 8  # for pages in which Python draws the others
