"""The words of the page around the scenes."""

from keras_attention.scenes.stage.text import Text

TITLE = Text("Attention, in pictures you can move", "움직여 보는 어텐션")
INTRODUCTION = Text(
    "Look it up again instead of carrying it along: that is the idea behind transformers. Every picture here answers "
    "to a control above it, and every number comes from the same code that the notebooks run, so you can check each "
    "of them by hand.",
    "외워서 들고 다니는 대신 필요할 때 다시 찾아봅니다. 트랜스포머는 이 생각에서 출발했습니다. 그림마다 위에 있는 "
    "단추를 바꾸면 숫자가 따라 움직입니다. 숫자는 모두 노트북과 같은 코드로 계산했으므로 손으로도 확인할 수 "
    "있습니다.",
)
LANGUAGE_NAMES = {"en": "English", "ko": "한국어"}  # each in its own language
CONTENTS = Text("Contents", "차례")
TODO = Text("Try it", "해 보기")
NOTICE = Text("What to notice", "눈여겨볼 것")
LIMITS = Text("Where the picture breaks down", "그림의 한계")
QUESTION = Text("For teachers: a question to pause at", "가르치는 분께: 멈추고 물어볼 것")
NUMBERS = Text("The numbers in the picture", "그림에 나온 숫자")
NO_SCRIPT = Text(
    "The pictures need JavaScript. Texts and tables are here without it.",
    "그림을 보려면 자바스크립트가 필요합니다. 글과 표는 그대로 읽을 수 있습니다.",
)
CREDIT = Text(
    "Pictures to the course “3-8 Attention & Transformers” by Sangsun Ahn. Formula: Vaswani et al. (2017), Attention "
    "Is All You Need. This page works without a network and loads nothing.",
    "안상선의 강의 ‘3-8 어텐션과 트랜스포머’에 맞추어 만든 그림입니다. 공식의 출처는 Vaswani et al.(2017), Attention "
    "Is All You Need입니다. 이 페이지는 인터넷 연결 없이 열리며 아무것도 내려받지 않습니다.",
)
