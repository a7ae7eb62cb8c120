"""The page: one HTML file with every scene, its texts and the library that draws, readable without a network."""
