"""M03.10.4, Tensors inside a network layer: warm-up, recall and exercises."""
