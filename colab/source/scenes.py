# ruff: noqa: E402, E501, F401, I001
"""The scenes: the source of the English and the Korean notebook (see colab/build.py)."""

# %% [markdown] title
# --- en
# # Scenes: attention in pictures you can move
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# Ten pictures that answer to a control, from the bottleneck that attention does away with to the price it asks.
#
# | | |
# |---|---|
# | **Goal** | See the numbers of the lesson move: who looks at whom and how strongly, what several heads, positions and masks change, and what all of it costs. |
# | **You need to know** | Nothing beforehand. Read the section of the lesson first or its scene, whichever you like better. |
# | **Run time and hardware** | Some seconds on Colab's free CPU. Nothing to install: Colab has Altair, which loads its drawing library from the network, and JupyterLab draws by itself, without one. All scenes with their questions: about 30 minutes. |
# | **At the end you should see** | Ten pictures with their inputs below them. "it" looks at *apple* with 0.451, the third book gets 0.525, and a text twice as long has four times as many scores. |
#
# **To open it in Colab:** the badge takes you to Colab's start page. There choose File > Upload notebook, pick this
# file, and then Runtime > Run all.
#
# Until a cell has run, you see a still picture of its scene. Afterwards the inputs below the picture move it. (Where a text
# says that you can press something in the picture: that works on the page, which `python -m keras_attention scenes`
# writes from the same code.) A scene stands in its cell as a finished Vega-Lite specification, written by the package; its
# numbers come from the same code as those of the other notebooks.
#
# If a cell answers `First run cells 1, 2`, run cells {cell:setup} and {cell:drawing}, or choose Runtime > Run before.
# --- ko
# # 장면: 움직이는 그림으로 보는 어텐션
#
# [![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/)
#
# 값을 바꾸면 따라 움직이는 장면 열 개입니다. 어텐션으로 없앤 병목에서 시작해, 어텐션에 드는 비용까지 차례로 살펴봅니다.
#
# | | |
# |---|---|
# | **학습 목표** | 단원에 나온 숫자가 움직이는 모습을 봅니다. 어느 단어가 어느 단어를 얼마나 보는지, 헤드와 위치 인코딩과 마스크로 무엇이 달라지는지, 비용은 얼마나 드는지 알아봅니다. |
# | **미리 알아 둘 것** | 없습니다. 단원을 먼저 읽어도 좋고 장면을 먼저 보아도 좋습니다. |
# | **실행 시간과 환경** | 코랩 무료 CPU에서 몇 초면 됩니다. 설치할 것은 없습니다. 코랩에 있는 Altair는 그리기 라이브러리를 인터넷에서 내려받고, 주피터랩은 인터넷 없이도 스스로 그립니다. 질문까지 모두 살펴보는 데는 30분쯤 잡으세요. |
# | **끝까지 실행하면** | 장면 열 개가 나오고, 그림마다 아래에 값을 바꾸는 단추와 목록이 있습니다. "it"이 *apple*에 주는 가중치는 0.451, 세 번째 책의 가중치는 0.525이고, 글이 2배로 길어지면 점수는 4배가 됩니다. |
#
# **코랩에서 여는 방법:** 위의 배지를 누르면 코랩 첫 화면이 열립니다. 파일 > 노트북 업로드(File > Upload notebook)에서 이 파일을
# 고른 다음 런타임 > 모두 실행(Runtime > Run all)을 누르세요.
#
# 실행하기 전에는 멈춘 그림이 보입니다. 코드 셀을 실행하면 그림 아래에 있는 단추와 목록으로 그림을 움직일 수 있습니다. 그림을 직접
# 누르라는 말이 나오기도 하는데, 이 기능은 `python -m keras_attention scenes`로 만드는 페이지에서 쓸 수 있습니다. 페이지도 같은
# 코드에서 나옵니다. 장면은 패키지에서 완성한 Vega-Lite 명세로 코드 셀에 들어 있고, 장면에 나오는 숫자는 다른 노트북과 같은
# 코드로 계산했습니다.
#
# `First run cells 1, 2` 같은 문장이 나오면 {cell:setup}번 셀과 {cell:drawing}번 셀을 먼저 실행하거나, 런타임 > 이전 셀 실행(Run
# before)을 고르면 됩니다.

# %% setup
# Libraries, versions, and the settings of this notebook
import json
import os
import platform

from IPython.display import display

LANGUAGE = "en"
IN_COLAB = any(name.startswith("COLAB_") for name in os.environ)


from common_start import pick

print("Python", platform.python_version(), "|", pick("scenes drawn by", "그림을 그리는 도구:"),
      "Altair" if IN_COLAB else "Jupyter")

# %% drawing form
# Drawing (no need to read it)
VEGA_LITE = "application/vnd.vegalite.v5+json"


def show_scene(specification):
    """Draws a scene: in Colab with Altair, elsewhere the notebook does it, without a network."""
    scene = json.loads(specification.replace("\n", ""))
    if IN_COLAB:
        import altair as alt

        display(alt.VConcatChart.from_dict(scene, validate=False))
    else:
        words = pick("A scene. To move it, run this cell in Colab or in JupyterLab.",
                     "움직이는 장면입니다. 코랩이나 주피터랩에서 이 셀을 실행하세요.")
        display({VEGA_LITE: scene, "text/plain": words}, raw=True)


# %% [scene] bottleneck

# %% [scene] translation

# %% [scene] library

# %% [scene] self-attention

# %% [scene] multi-head

# %% [scene] position

# %% [scene] block

# %% [scene] encoder-decoder

# %% [scene] cost

# %% [scene] einsum
