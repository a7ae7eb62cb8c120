"""`python -m keras_attention`."""

import sys

from keras_attention.cli import main

if __name__ == "__main__":
    sys.exit(main())
