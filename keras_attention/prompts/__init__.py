"""Prompts for AI assistants: texts with placeholders, and the code of a notebook to paste below them.

The texts are the files in `prompts/en` and `prompts/ko` of the repository, the code is that of its notebooks; neither
is part of an installed package.
"""

from keras_attention.prompts.attachment import code_names, read_code
from keras_attention.prompts.files import LANGUAGES, prompt_names, read_prompt
from keras_attention.prompts.placeholder import Placeholder
from keras_attention.prompts.prompt import Prompt
from keras_attention.prompts.reminders import about_code, still_open

__all__ = [
    "LANGUAGES",
    "Placeholder",
    "Prompt",
    "about_code",
    "code_names",
    "prompt_names",
    "read_code",
    "read_prompt",
    "still_open",
]
