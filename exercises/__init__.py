"""The exercises of the three lessons, one file each: the source of the exercise notebooks and of the answer keys.

An exercise is a percent script with these parts, in this order (colab/building/exercise.py reads them):

* text cells `question` and `read-up`: what a learner reads, in English and Korean;
* code cell `answer`: the lines to fill in, `answer_NAME = None` or `def answer_NAME(...):` that returns None;
* code cell `check`: for every answer either `judge_NAME` and `NAME_SLIPS`, or `NAME_POINTS` for a text of one's own;
* text cells `solution` and `grading`: for the answer key;
* code cell `answers`, for the tests and the key: `NAME_RIGHT`, a list of right answers, and `NAME_WRONG`, a list of
  pairs of a wrong answer and the slip it shows.

`judge_NAME(answer)` returns "right", or a name from `NAME_SLIPS`; "other" is an honest "not this". A slip is four
texts: the idea behind the answer in English and Korean, and a hint in English and Korean. Neither gives the answer
away. A table of slips may take in another one with `**OTHER_SLIPS`.
"""
