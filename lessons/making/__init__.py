"""The parts of lessons/build.py."""
