"""The tasks of the course: seeded data, what guessing scores, and the best score possible without positions.

One seed gives one set of arrays on every platform and NumPy version. Train and test data: two seeds.
"""

from keras_attention.tasks.associative_recall import AssociativeRecall
from keras_attention.tasks.first_step_recall import FirstStepRecall
from keras_attention.tasks.next_character import NextCharacter

__all__ = ["AssociativeRecall", "FirstStepRecall", "NextCharacter"]
