"""The parts of `build.py`: reading a script, taking code out of the package, assembling and running a notebook."""
