"""Colours, type and sizes, the same in every scene.

One accent for what is chosen, grey for the rest, viridis for matrices. A chart is always written in the light colours,
so that it looks right in a notebook and on paper; the page exchanges each of them for its dark partner by a rule of
its style sheet (`DARK`). White and black on viridis stay as they are.
"""

WIDE, NARROW = 760, 320  # widths in pixels that a picture is drawn for

INK = "#1f1d1a"  # text
MUTED = "#5c5852"  # text of less weight
GREY = "#8a847b"  # lines and marks that are not chosen
RULE = "#d8d3cb"  # thin lines that carry no meaning
FAINT = "#efece6"  # grounds: empty bars, words that are not chosen
ACCENT = "#b93c0a"  # what is chosen
ACCENT_MID = "#dd9068"
ACCENT_SOFT = "#f3d2bf"
ON_ACCENT = "#fffdfb"  # text on ACCENT; on ACCENT_MID and ACCENT_SOFT stands INK
ON_LOW, ON_HIGH = "#ffffff", "#000000"  # text on the low and on the high half of viridis
HIGH = 0.43  # where black becomes easier to read on viridis than white

DARK = {
    INK: "#ebe7e1",
    MUTED: "#aaa59c",
    GREY: "#857f77",
    RULE: "#3a3f47",
    FAINT: "#2a2e35",
    ACCENT: "#ff9a56",
    ACCENT_MID: "#8f4f28",
    ACCENT_SOFT: "#55321f",
    ON_ACCENT: "#1a1410",
}

# The reader's own fonts, Latin first, then the Korean ones of Windows, macOS, Android and Linux.
FONT = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', "
    "'Noto Sans CJK KR', NanumGothic, sans-serif"
)
TITLE_SIZE, LABEL_SIZE, WORD_SIZE, NUMBER_SIZE = 14, 13, 16, 18


def config():
    """Vega-Lite configuration of every chart, its ground apart."""
    axis = {
        "labelColor": MUTED, "labelFontSize": LABEL_SIZE, "titleColor": MUTED, "titleFontSize": LABEL_SIZE,
        "titleFontWeight": "normal", "domainColor": RULE, "tickColor": RULE, "gridColor": RULE,
    }  # fmt: skip
    title = {
        "anchor": "start", "frame": "group", "color": MUTED, "fontSize": TITLE_SIZE, "fontWeight": 600, "offset": 12,
    }  # fmt: skip
    return {
        "font": FONT,
        "padding": 0,
        "view": {"stroke": None},
        "axis": axis,
        "title": title,
        "text": {"color": INK, "fontSize": LABEL_SIZE},
    }
