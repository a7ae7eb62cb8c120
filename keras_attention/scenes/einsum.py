"""Scene 10: which letters of an einsum stay, which are summed, and what that costs."""

import altair as alt

from keras_attention.cost import einsum_cost, parse_einsum
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.chart import shown_name
from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.marks import pixels_across, pixels_down
from keras_attention.scenes.stage.scene import Scene
from keras_attention.scenes.stage.shown import Shown, cell
from keras_attention.scenes.stage.slider import Slider
from keras_attention.scenes.stage.text import Text

_BATCH, _HEADS = 8, (1, 8)
_PRESETS = {
    "bhtd,bhsd->bhts": Text("scores", "점수"),
    "bhts,bhsd->bhtd": Text("mixing", "섞기"),
    "bi,ji->bj": Text("dense layer", "밀집 층"),
    "bti,ji->btj": Text("dense layer at every position", "위치마다 밀집 층"),
    "ts,sd": Text("no arrow", "화살표 없이"),
}
_WEIGHTS, _VALUES = Text("weights", "가중치"), Text("values", "값")
_DENSE = (Text("inputs", "입력"), Text("matrix W", "행렬 W"), Text("outputs", "출력"))
_ARRAYS = (  # of each preset: what goes in, and what comes out
    (Text("queries", "쿼리"), Text("keys", "키"), Text("scores", "점수")),
    (_WEIGHTS, _VALUES, Text("mixtures", "섞은 결과")),
    _DENSE,
    _DENSE,
    (_WEIGHTS, _VALUES, Text("mixtures, transposed", "섞은 결과(전치)")),
)
_EQUATIONS = tuple(_PRESETS)
_INPUTS = [parse_einsum(equation)[0] for equation in _EQUATIONS]
_OUTPUTS = [parse_einsum(equation)[1] for equation in _EQUATIONS]
_LETTERS = ["".join(dict.fromkeys("".join(inputs))) for inputs in _INPUTS]
_SUMMED = [next(letter for letter in letters if letter not in output)
           for letters, output in zip(_LETTERS, _OUTPUTS, strict=True)]  # fmt: skip

EQUATION = Choice(
    name="einsum_equation",
    label=Text("Einsum", "첨자 문자열"),
    options=tuple(Text(f"{key}   {name.en}", f"{key}   {name.ko}") for key, name in _PRESETS.items()),
    kind="select",
)
LENGTH = Slider(
    name="einsum_length", label=Text("Length T", "길이 T"), minimum=64, maximum=256, start=128, step=64)
WIDTH = Slider(
    name="einsum_width", label=Text("Width D", "모델 차원 D"), minimum=256, maximum=768, start=512, step=256)
HEADS = Choice(
    name="einsum_heads",
    label=Text("Heads H", "헤드 수 H"),
    options=tuple(Text(str(heads), str(heads)) for heads in _HEADS),
    start=1,
)


def _sizes(place, length, width, heads):
    """The size of every letter; where a string has no heads, d is the whole width."""
    of_head = width // heads if "h" in _EQUATIONS[place] else width
    return {"b": _BATCH, "h": heads, "t": length, "s": length, "d": of_head, "i": width, "j": 4 * width}


def _cost(place, *setting):
    return einsum_cost(_EQUATIONS[place], _sizes(place, *setting))


def _factors(place):
    """By how much the cost grows when length, width or heads double."""
    base = (64, 256, 1)
    doubled = [tuple(2 * size if i == which else size for i, size in enumerate(base)) for which in range(3)]
    return [_cost(place, *sizes).multiply_adds // _cost(place, *base).multiply_adds for sizes in doubled]


_FACTORS = [_factors(place) for place in range(len(_EQUATIONS))]


def _shown(place, length, width, heads):
    setting = place, length, width, _HEADS[heads]
    sizes, cost = _sizes(*setting), _cost(*setting)
    letters = (*_INPUTS[place], _OUTPUTS[place])
    return Shown(
        number=cell(cost.multiply_adds),
        sentence=Text(
            f"multiply-adds: {cost.summed} is summed, {', '.join(cost.output)} are left.",
            f"곱셈-누산 횟수입니다. {cost.summed}를 더해 없애고 {', '.join(cost.output)}만 남깁니다.",
        ),
        rows=tuple(
            (name, " ".join(array), f"({', '.join(cell(sizes[letter]) for letter in array)})")
            for name, array in zip(_ARRAYS[place], letters, strict=True)
        ),
        printed=(
            cost.multiply_adds, *_FACTORS[place], *(sizes[letter] for letter in "".join(letters)),
            *(sizes[letter] for letter in _LETTERS[place] if sizes[letter] > 1),
        ),
    )  # fmt: skip


def _size():
    """Vega expression: the size of `datum.letter`."""
    heads, split = f"{list(_HEADS)}[{HEADS.name}]", f"{[int('h' in each) for each in _EQUATIONS]}[{EQUATION.name}]"
    return (
        f"{{b: {_BATCH}, h: {heads}, t: {LENGTH.name}, s: {LENGTH.name}, i: {WIDTH.name}, j: 4 * {WIDTH.name}, d: "
        f"{WIDTH.name} / ({split} ? {heads} : 1)}}[datum.letter]"
    )


def _draw(language, narrow):
    panels = _arrays(language, theme.NARROW), _loop(language, theme.NARROW if narrow else 380)
    return alt.vconcat(*panels, spacing=32) if narrow else alt.hconcat(*panels, spacing=60)


def _arrays(language, width):
    """A tile for every axis of every array, the summed letter in the accent colour."""
    height, pitch, first, tile = 314, 84, 62, 46  # pixels; first: upper edge of the first row of tiles
    most = max(len(array) for inputs in _INPUTS for array in inputs)
    step = width / most
    arrays = [(*inputs, output) for inputs, output in zip(_INPUTS, _OUTPUTS, strict=True)]  # (equation, array)
    tiles = alt.Chart(alt.Data(values=[
        {"letters": [each[array][place : place + 1] for each in arrays], "left": step * place,
         "full": step * (place + 1) - 6, "x": step * (place + 0.5) - 3, "top": first + pitch * array,
         "bottom": first + pitch * array + tile, "y": first + pitch * array + 15, "y1": first + pitch * array + 34}
        for array in range(3) for place in range(most)
    ]), width=width, height=height).transform_calculate(
        letter=f"datum.letters[{EQUATION.name}]", right="datum.letter ? datum.full : datum.left",
        size=f"datum.letter ? format({_size()}, ',') : ''", own=_is_summed())  # fmt: skip
    names = alt.Chart(alt.Data(values=[
        {"x": 0, "y": first + pitch * array - 12, "names": [each[array].of(language) for each in _ARRAYS]}
        for array in range(3)
    ])).transform_calculate(name=f"datum.names[{EQUATION.name}]")  # fmt: skip
    implicit = Text("no arrow: letters that stand once, from a to z", "화살표가 없으면: 한 번 나온 글자를 abc 순으로")
    notes = [implicit.of(language) if "->" not in each else "" for each in _EQUATIONS]
    lines = alt.Chart(alt.Data(values=[
        {"x": 0, "y": 10, "says": list(_EQUATIONS), "code": 1}, {"x": 0, "y": height - 8, "says": notes, "code": 0}
    ])).transform_calculate(said=f"datum.says[{EQUATION.name}]")  # fmt: skip
    x, y = pixels_across("x", width), pixels_down("y", height)
    ink = alt.condition("datum.own", alt.value(theme.ON_ACCENT), alt.value(theme.INK))
    left = {"align": "left", "baseline": "middle"}
    return alt.layer(
        lines.transform_filter("datum.code").mark_text(**left, font="monospace", fontSize=20, fontWeight=700).encode(
            x=x, y=y, text="said:N"),
        lines.transform_filter("!datum.code").mark_text(**left, color=theme.MUTED).encode(x=x, y=y, text="said:N"),
        names.mark_text(**left, color=theme.MUTED).encode(x=x, y=y, text="name:N"),
        tiles.mark_rect(cornerRadius=6).encode(
            x=pixels_across("left", width), x2="right", y=pixels_down("top", height), y2="bottom",
            color=alt.condition("datum.own", alt.value(theme.ACCENT), alt.value(theme.FAINT))),
        tiles.mark_text(fontSize=theme.NUMBER_SIZE, fontWeight=700).encode(x=x, y=y, text="letter:N", color=ink),
        tiles.mark_text(fontSize=theme.TITLE_SIZE).encode(x=x, y=pixels_down("y1", height), text="size:N", color=ink),
    ).properties(title=Text("1  Arrays and their axes", "1  배열과 축").of(language))  # fmt: skip


def _is_summed():
    return f"datum.letter == {_SUMMED}[{EQUATION.name}]"


def _loop(language, width):
    """The sizes of all letters as pieces of one bar, their product, and what doubling does to it."""
    height, top, thick, bits = 314, 30, 44, 34  # bits: log2 of what fills the bar
    pieces = alt.Chart(alt.Data(values=[
        {"place": place, "letters": [letters[place : place + 1] for letters in _LETTERS], "top": top,
         "bottom": top + thick, "y": top + thick / 2, "y1": top + thick + 14}
        for place in range(max(map(len, _LETTERS)))
    ]), width=width, height=height).transform_calculate(
        letter=f"datum.letters[{EQUATION.name}]", own=_is_summed(),
        factor=f"datum.letter ? {_size()} : 1", length=f"{width / bits} * log(datum.factor) / LN2",
    ).transform_window(
        right="sum(length)", frame=[None, 0], sort=[alt.SortField("place")]
    ).transform_calculate(
        left="datum.right - datum.length", x="(datum.left + datum.right) / 2", end="max(datum.left, datum.right - 2)",
        name="datum.factor > 1 ? datum.letter : ''", size="datum.factor > 1 ? format(datum.factor, ',') : ''",
    )  # fmt: skip
    says = {
        10: Text("each piece as long as log₂ of the size", "조각의 길이는 크기의 log₂"),
        156: Text("multiply-adds: the product of all sizes", "곱셈-누산: 모든 크기를 곱한 값"),
        204: Text("and if one of them doubles?", "하나만 2배로 늘리면?"),
    }
    notes = alt.Chart(alt.Data(values=[{"x": 0, "y": down, "said": said.of(language)} for down, said in says.items()]))
    total = alt.Chart(alt.Data(values=[{"x": 0, "y": 128}])).transform_calculate(total=f"{shown_name(SCENE)}.number")
    doubled = alt.Chart(alt.Data(values=[
        {"x": 0, "end": width, "y": 232 + 28 * i, "line": 218 + 28 * i, "name": f"{control.label.of(language)} × 2",
         "factors": [f"× {factors[i]}" for factors in _FACTORS]}
        for i, control in enumerate((LENGTH, WIDTH, HEADS))
    ])).transform_calculate(factor=f"datum.factors[{EQUATION.name}]")  # fmt: skip
    x, y = pixels_across("x", width), pixels_down("y", height)
    left = {"align": "left", "baseline": "middle"}
    ink = alt.condition("datum.own", alt.value(theme.ON_ACCENT), alt.value(theme.INK))
    return alt.layer(
        notes.mark_text(**left, color=theme.MUTED).encode(x=x, y=y, text="said:N"),
        pieces.mark_rect(cornerRadius=3).encode(
            x=pixels_across("left", width), x2="end", y=pixels_down("top", height), y2="bottom",
            color=alt.condition("datum.own", alt.value(theme.ACCENT), alt.value(theme.ACCENT_SOFT))),
        pieces.mark_text(fontSize=theme.NUMBER_SIZE, fontWeight=700).encode(x=x, y=y, text="name:N", color=ink),
        pieces.mark_text(fontSize=theme.TITLE_SIZE).encode(x=x, y=pixels_down("y1", height), text="size:N"),
        total.mark_text(**left, fontSize=26, fontWeight=700, color=theme.ACCENT).encode(x=x, y=y, text="total:N"),
        doubled.mark_rule(color=theme.RULE).encode(x=x, x2="end", y=pixels_down("line", height)),
        doubled.mark_text(**left, fontSize=theme.TITLE_SIZE).encode(x=x, y=y, text="name:N"),
        doubled.mark_text(align="right", baseline="middle", fontSize=theme.WORD_SIZE, fontWeight=700).encode(
            x=pixels_across("end", width), y=y, text="factor:N"),
    ).properties(title=Text("2  A loop over every letter", "2  글자마다 도는 반복문").of(language))


_SCORES = _EQUATIONS.index("bhtd,bhsd->bhts")
_EXAMPLE = cell(_cost(_SCORES, 128, 512, 8).multiply_adds)

SCENE = Scene(
    name="einsum",
    number=10,
    title=Text("einsum: which letters stay, which are summed", "einsum: 남는 글자와 더해 없애는 글자"),
    lead=Text(
        "An einsum gives every axis of every array a letter. A letter that the result does not name is multiplied "
        "and summed away; all others stay. So a line of letters tells the shape of the result, and the work in it: "
        "one multiply-add for every value of every letter. What do the layers of a transformer look like, written "
        "so?",
        "`einsum`에서는 배열의 축마다 글자를 하나씩 붙입니다. 결과에 나오지 않는 글자의 축은 곱해서 더해 없애고, "
        "나머지는 그대로 남깁니다. 그래서 글자 한 줄만 보면 결과의 shape와 계산량을 알 수 있습니다. 모든 글자의 모든 "
        "값마다 곱셈-누산을 한 번씩 하기 때문입니다. 트랜스포머의 층은 이렇게 쓰면 어떤 모습일까요?",
    ),
    todo=Text(
        "Change the heads from 8 to 1 and back and watch the bar. Then move the sliders, and try another string: "
        "which letter is summed?",
        "헤드 수를 8에서 1로, 다시 8로 바꾸면서 막대를 보세요. 그런 다음 슬라이더를 움직이고 다른 첨자 문자열도 골라 "
        "보세요. 더해 없애는 글자는 무엇인가요?",
    ),
    notice=Text(
        "More heads make more, shorter vectors: a piece of the bar passes from d to h, and the product stays at "
        f"{_EXAMPLE} (B 8, T 128, D 512). Twice the length is four times the work where two letters run over it, t "
        "and s, and only twice in a dense layer.",
        f"헤드가 늘면 벡터는 많아지고 그만큼 짧아집니다. 막대의 한 조각이 d에서 h로 옮겨 갈 뿐, 곱은 {_EXAMPLE} "
        "그대로입니다(B 8, T 128, D 512). 길이가 2배가 되면, 길이를 도는 글자가 t와 s 둘일 때는 계산량이 4배가 되고 "
        "밀집 층에서는 2배만 됩니다.",
    ),
    limits=Text(
        "The count is that of a plain loop. A program calls a fast matrix product instead, and two strings of equal "
        "count may take different times, because numbers have to be fetched from memory as well. And the letters "
        "mean something to the reader alone: `einsum` sees only which are the same, so it will happily sum the wrong "
        "axis if the sizes agree.",
        "여기서 센 것은 단순한 반복문의 계산량입니다. 실제 프로그램은 빠른 행렬 곱셈을 쓰고, 메모리에서 숫자를 "
        "가져오는 데도 시간이 들기 때문에 계산량이 같아도 걸리는 시간은 다를 수 있습니다. 또 글자의 뜻은 읽는 사람만 "
        "압니다. `einsum`은 글자가 같은지만 볼 뿐이어서, 크기만 맞으면 엉뚱한 축을 더해도 아무 말 없이 계산합니다.",
    ),
    question=Text(
        "Do eight heads take eight times the work of one? And why does `ts,sd`, without an arrow, give its result "
        "the wrong way round?",
        "헤드가 8개면 계산량도 8배일까요? 그리고 화살표가 없는 `ts,sd`의 결과는 왜 뒤집혀 나올까요?",
    ),
    answer=Text(
        "No. Each of eight heads has vectors of an eighth of the width, so all together do the same work as one: B × "
        "T × T × D. Without an arrow the letters of the result come in alphabetical order, d before t, so the axes "
        "are exchanged. With the arrow, `ts,sd->td`, nothing is left to the alphabet.",
        "아닙니다. 헤드가 8개면 벡터의 길이가 8분의 1이 되므로 모두 합한 계산량은 헤드가 하나일 때와 같은 B × T × T "
        "× D입니다. 화살표가 없으면 결과의 글자를 알파벳 순서로 놓기 때문에 d가 t보다 앞에 와서 축이 뒤바뀝니다. "
        "`ts,sd->td`처럼 화살표를 쓰면 순서를 알파벳에 맡기지 않아도 됩니다.",
    ),
    picture=Text(
        "On one side the string, and below it a row of tiles for each array: a tile an axis, with its letter and its "
        "size, the summed letter in the accent colour. On the other a bar with a piece for every letter, the product "
        "of all sizes, and by how much it grows when length, width or heads double.",
        "한쪽에는 첨자 문자열이 있고, 그 아래에 배열마다 타일이 한 줄씩 있습니다. 타일은 축 하나를 나타내며 글자와 "
        "크기가 적혀 있고, 더해 없애는 글자는 강조색입니다. 다른 쪽에는 글자마다 조각이 하나씩인 막대와 모든 크기를 "
        "곱한 값, 그리고 길이나 차원, 헤드 수를 2배로 늘릴 때 몇 배가 되는지 적혀 있습니다.",
    ),
    controls=(EQUATION, LENGTH, WIDTH, HEADS),
    columns=(Text("array", "배열"), Text("axes", "축"), Text("shape", "shape")),
    draw=_draw,
    shown=_shown,
)  # fmt: skip
