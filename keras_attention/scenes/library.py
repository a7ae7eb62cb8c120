"""Scene 3: a note, three index cards, and the mixture that is taken home."""

import math

import altair as alt
import numpy as np

from keras_attention.by_hand import attention, scores
from keras_attention.examples import BOOK_K, BOOK_NAMES, BOOK_V, QUERIES
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.marks import pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown, cell
from keras_attention.scenes.stage.text import Text

_NOTE_NAMES = {
    "first subject": Text("the first subject", "첫째 주제"),
    "second subject": Text("the second subject", "둘째 주제"),
    "curious about both": Text("curious about both", "두 주제 모두"),
}
_NOTES = np.concatenate(list(QUERIES.values()))  # (T, K), a row a note
_SCORES = scores(_NOTES, BOOK_K) / math.sqrt(_NOTES.shape[-1])  # (T, S)
_MIXTURES, _WEIGHTS = attention(_NOTES, BOOK_K, BOOK_V)  # (T, V), (T, S)
_REST = cell(1 - float(_WEIGHTS[-1].max()))  # what is not of the best book, when the note is curious about both
_LETTERS = [name.split()[-1] for name in BOOK_NAMES]
_SUBJECTS = (Text("first subject", "첫째 주제"), Text("second subject", "둘째 주제"))
_BOOKS = [Text(f"book {letter}", f"{letter} 책") for letter in _LETTERS]

NOTE = Choice(
    name="library_note",
    label=Text("What the note asks for", "쪽지에 적은 것"),
    options=tuple(_NOTE_NAMES[name] for name in QUERIES),
    start=len(QUERIES) - 1,
)


def _shown(note):
    order = np.argsort(-_WEIGHTS[note], kind="stable")
    shares = [(cell(_WEIGHTS[note, book]), _BOOKS[book]) for book in order]
    return Shown(
        number=f"[{', '.join(cell(part) for part in _MIXTURES[note])}]",
        sentence=Text(
            "comes home: " + ", ".join(f"{share} of {book.en}" for share, book in shares) + ".",
            ", ".join(f"{book.ko} {share}" for share, book in shares) + "의 비율로 섞은 결과입니다.",
        ),
        rows=tuple(
            (book, vector(BOOK_K[i]), vector(BOOK_V[i]), float(_SCORES[note, i]), float(_WEIGHTS[note, i]))
            for i, book in enumerate(_BOOKS)
        ),
        printed=(*_SCORES[note], *_WEIGHTS[note], *_MIXTURES[note]),
    )


def vector(numbers):
    """A short vector as it is written on a card: "[1.4, 1.4]"."""
    return f"[{', '.join(f'{number:g}' for number in numbers)}]"


def _draw(language, narrow):
    match, share, mix = (260, 320, 320) if narrow else (205, 265, 172)  # widths
    panels = (_match(language, match), _share(language, share), _mix(language, mix))
    if narrow:
        return alt.concat(*panels, columns=1, spacing=36)
    return alt.hconcat(*panels, spacing=50, bounds="flush")


def _match(language, side):
    """Note and cards as arrows from one point: the more their directions agree, the better they fit."""
    low, unit = side - 24, (side - 24) / 2.4  # pixels: where the arrows start, and one step on a card
    x, y = pixels_across("x", side), pixels_down("y", side)
    cards = alt.Chart(alt.Data(values=[
        {"name": letter, **_arrow(card, low, unit)} for letter, card in zip(_LETTERS, BOOK_K, strict=True)
    ]), width=side, height=side)  # fmt: skip
    notes = {"notes": [_arrow(note, low, unit) for note in _NOTES], "x0": 0, "y0": low}
    note = alt.Chart(alt.Data(values=[notes])).transform_calculate(
        **{field: f"datum.notes[{NOTE.name}].{field}" for field in ("x", "y", "turn")})
    grid = alt.Chart(alt.Data(values=[
        line for step in range(3) for line in (
            {"x0": 0, "y0": low - unit * step, "x": low, "y": low - unit * step},
            {"x0": unit * step, "y0": low, "x": unit * step, "y": 0},
        )
    ]))  # fmt: skip
    names = alt.Chart(alt.Data(values=[
        {"name": f"{_SUBJECTS[0].of(language)} \N{RIGHTWARDS ARROW}", "x": low, "y": side - 8},
        {"name": f"{_SUBJECTS[1].of(language)} \N{UPWARDS ARROW}", "x": low, "y": 8},
    ]))  # fmt: skip
    line = {"x": pixels_across("x0", side), "y": pixels_down("y0", side), "x2": "x", "y2": "y"}
    tip = {"x": x, "y": y, "angle": alt.Angle("turn:Q").scale(None)}
    head = {"shape": "triangle", "filled": True, "opacity": 1}
    return alt.layer(
        grid.mark_rule(color=theme.RULE).encode(**line),
        note.mark_rule(color=theme.ACCENT_SOFT, strokeWidth=12, strokeCap="round").encode(**line),
        cards.mark_rule(color=theme.GREY, strokeWidth=2.5).encode(**line),
        cards.mark_point(color=theme.GREY, size=130, **head).encode(**tip),
        note.mark_rule(color=theme.ACCENT, strokeWidth=3.5).encode(**line),
        note.mark_point(color=theme.ACCENT, size=190, **head).encode(**tip),
        cards.mark_text(dx=13, dy=-10, fontSize=theme.WORD_SIZE, fontWeight=700).encode(x=x, y=y, text="name:N"),
        names.mark_text(align="right", color=theme.MUTED).encode(x=x, y=y, text="name:N"),
    ).properties(title=Text("1  Does the card fit the note?", "1  카드가 쪽지와 맞나요?").of(language))


def _arrow(vector, low, unit):
    """Where an arrow of two numbers starts and ends in pixels, and how far a triangle that points up has to turn."""
    right, up = (float(number) for number in vector)
    turn = 90 - math.degrees(math.atan2(up, right))
    return {"x0": 0, "y0": low, "x": unit * right, "y": low - unit * up, "turn": turn}


def _share(language, width):
    """A bar for each book, as long as its weight."""
    height, pitch, bar = 196, 70, width - 66
    rows = [
        {
            "name": _BOOKS[book].of(language), "weights": _WEIGHTS[:, book].tolist(),
            "scores": _SCORES[:, book].tolist(), "left": 0, "right": width, "full": bar,
            "line": 12 + pitch * book, "top": 24 + pitch * book,
            "bottom": 44 + pitch * book, "middle": 34 + pitch * book,
        }
        for book in range(len(_BOOKS))
    ]  # fmt: skip
    score = Text("score", "점수").of(language)
    base = alt.Chart(alt.Data(values=rows), width=width, height=height).transform_calculate(
        weight=f"datum.weights[{NOTE.name}]",
        end=f"{bar} * datum.weight",
        score=f"'{score} ' + format(datum.scores[{NOTE.name}], '.3f')",
    )
    x, line, middle = pixels_across("left", width), pixels_down("line", height), pixels_down("middle", height)
    bars = {"x": x, "y": pixels_down("top", height), "y2": "bottom"}
    right = pixels_across("right", width)
    return alt.layer(
        base.mark_text(align="left", fontSize=theme.WORD_SIZE, fontWeight=600).encode(x=x, y=line, text="name:N"),
        base.mark_text(align="right", color=theme.MUTED, fontSize=theme.TITLE_SIZE).encode(
            x=right, y=line, text="score:N"),
        base.mark_rect(color=theme.FAINT, cornerRadius=3).encode(x2="full", **bars),
        base.mark_rect(color=theme.ACCENT, cornerRadius=3).encode(x2="end", **bars),
        base.mark_text(align="right", fontSize=theme.NUMBER_SIZE, fontWeight=700).encode(
            x=right, y=middle, text=alt.Text("weight:Q").format(".3f")),
    ).properties(title=Text("2  How is the reading time shared?", "2  읽을 시간을 어떻게 나누나요?").of(language))


def _mix(language, width):
    """The mixture, slot by slot, with the part of every book."""
    height, top = 186, 10.0
    parts = _WEIGHTS[:, :, np.newaxis] * BOOK_V  # (T, S, V)
    ends = np.concatenate([np.zeros_like(parts[:, :1]), parts.cumsum(axis=1)], axis=1)  # (T, S + 1, V)
    names = [subject.of(language) for subject in _SUBJECTS]
    pieces = [
        {"slot": names[slot], "book": letter, "lows": ends[:, book, slot].tolist(),
         "highs": ends[:, book + 1, slot].tolist()}
        for slot in range(len(names)) for book, letter in enumerate(_LETTERS)
    ]  # fmt: skip
    totals = [{"slot": name, "highs": ends[:, -1, slot].tolist()} for slot, name in enumerate(names)]
    low, high = (f"datum.{end}[{NOTE.name}]" for end in ("lows", "highs"))
    base = alt.Chart(alt.Data(values=pieces), width=width, height=height).transform_calculate(
        low=low, high=high, middle="(datum.low + datum.high) / 2",
        label="datum.high - datum.low > 0.8 ? datum.book : ''",
    )  # fmt: skip
    total = alt.Chart(alt.Data(values=totals)).transform_calculate(high=high)
    x = alt.X("slot:N").sort(None).title(None).scale(paddingInner=0.3, paddingOuter=0.1).axis(
        labelAngle=0, domain=False, ticks=False, labelPadding=8, labelLimit=width)
    y = {field: alt.Y(f"{field}:Q").scale(domain=[0, top]).axis(None) for field in ("low", "middle", "high")}
    tint = alt.Color("book:N").scale(
        domain=_LETTERS, range=[theme.ACCENT_SOFT, theme.ACCENT_MID, theme.ACCENT]).legend(None)
    ink = alt.condition(f"datum.book == '{_LETTERS[-1]}'", alt.value(theme.ON_ACCENT), alt.value(theme.INK))
    return alt.layer(
        base.mark_bar().encode(x=x, y=y["low"], y2="high", color=tint),
        base.mark_text(fontSize=theme.LABEL_SIZE, fontWeight=600).encode(x=x, y=y["middle"], text="label:N", color=ink),
        total.mark_text(dy=-14, fontSize=theme.NUMBER_SIZE, fontWeight=700).encode(
            x=x, y=y["high"], text=alt.Text("high:Q").format(".3f")),
    ).properties(title=Text("3  What is mixed?", "3  무엇이 섞이나요?").of(language))


SCENE = Scene(
    name="library",
    number=3,
    title=Text("The library: a note, index cards, a mixture", "도서관에서 책 찾기: 쪽지, 색인 카드, 그리고 섞기"),
    lead=Text(
        "Attention is a search that brings back a little of everything. A note says what is wanted (the query). Each "
        "book has a card that says what it is about (the key), and pages to read (the value). How much of each book "
        "should the answer hold?",
        "어텐션은 모든 책을 조금씩 가져오는 검색입니다. 쪽지에는 찾고 싶은 것(쿼리)이, 색인 카드에는 그 책이 다루는 "
        "내용(키)이 적혀 있고, 책 속에는 실제로 읽을 내용(값)이 있습니다. 답에는 책마다 얼마씩 섞어야 할까요?",
    ),
    todo=Text(
        "Change the note and follow it from left to right: how well it fits each card, how the reading time is "
        "shared out, and which mixture comes of it.",
        "쪽지를 바꿔 보세요. 카드와 얼마나 잘 맞는지, 읽을 시간을 어떻게 나누는지, 결국 무엇이 섞이는지 차례대로 "
        "따라가면 됩니다.",
    ),
    notice=Text(
        "Nobody is left out: even the card that fits worst hands something over. And when the note is curious about "
        "both, book C fits best, yet almost half of the mixture comes from the other two.",
        "빠지는 책이 없습니다. 가장 안 맞는 카드의 책도 조금은 읽습니다. 두 주제가 모두 궁금할 때는 C 책이 가장 잘 "
        "맞는데도, 섞인 내용의 절반 가까이는 다른 두 책에서 옵니다.",
    ),
    limits=Text(
        "A librarian hands over one book, attention never does. These cards hold two numbers that somebody wrote "
        "down; a model has hundreds, they are learned, and their slots have no names. And a score grows with the "
        "length of a card as well as with its direction: a long card shouts.",
        "사서는 책 한 권을 골라 주지만 어텐션은 고르지 않습니다. 이 카드의 숫자 두 개는 사람이 적었지만 실제 "
        "모델에서는 수백 개이고, 학습된 값이며, 칸에 이름도 없습니다. 또 점수는 방향뿐 아니라 카드 벡터의 길이에 "
        "따라서도 커집니다. 긴 카드는 목소리가 큽니다.",
    ),
    question=Text(
        "Why mix at all? What would go wrong if we simply took the book with the largest weight?",
        "왜 굳이 섞을까요? 가중치가 가장 큰 책 한 권만 가져오면 무엇이 곤란해질까요?",
    ),
    answer=Text(
        "The answer would jump from one book to another when the note changes by a hair, and a jump has no slope "
        f"from which a model could learn. A mixture changes smoothly. Here, {_REST} of what was read would be thrown "
        "away too.",
        "쪽지가 아주 조금만 달라져도 답이 다른 책으로 훌쩍 건너뜁니다. 그런 곳에는 기울기가 없어서 모델이 학습할 수 "
        f"없습니다. 섞으면 답이 매끄럽게 변합니다. 여기서 한 권만 고르면 읽은 내용 가운데 {_REST}만큼을 버리게 "
        "됩니다.",
    ),
    picture=Text(
        "Three panels. First, the note and three cards as arrows from one point. Then a bar for each book, as long "
        "as its weight. Last, two columns that show how much of each book the mixture holds.",
        "그림은 세 부분입니다. 먼저 쪽지와 카드 세 장을 한 점에서 뻗은 화살표로 그렸습니다. 다음은 가중치만큼 긴 "
        "막대로, 책마다 하나씩 있습니다. 마지막 기둥 두 개는 섞인 내용에 책마다 얼마씩 들었는지 보여 줍니다.",
    ),
    controls=(NOTE,),
    columns=(
        Text("book", "책"), Text("card (key)", "카드(키)"), Text("content (value)", "내용(값)"),
        Text("score / √2", "점수 ÷ √2"), Text("weight", "가중치"),
    ),
    draw=_draw,
    shown=_shown,
)  # fmt: skip
