"""3-8, Attention and transformers: five check questions and two assignments."""
