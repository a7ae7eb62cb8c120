# ruff: noqa: E501
"""3-8, question 4: the parameters of a multi-head attention layer."""

from exercises.reading import name_of, number

# %% [markdown] question
# --- en
# ### Question 4: what heads cost
#
# A multi-head attention layer has the width `d = 512` and 8 heads. Its four dense layers (query, key, value, output) have
# biases. How many parameters does it have? And how many if the heads are increased from 8 to 16?
# --- ko
# ### 확인 문제 4: 헤드는 파라미터를 얼마나 쓸까요?
#
# 모델 차원이 `d = 512`이고 헤드가 8개인 멀티 헤드 어텐션 층이 있습니다. 쿼리, 키, 값, 출력을 만드는 밀집 층 네 개에는 편향(bias)이
# 있습니다. 파라미터는 모두 몇 개일까요? 헤드를 8개에서 16개로 늘리면 몇 개가 될까요?

# %% [markdown] read-up
# --- en
# Code 1, section 4, and Code 2, sections 1 and 2: the shapes of the eight weights, and the printed count at width 4.
# --- ko
# Code 1의 4절, Code 2의 1절과 2절. 가중치 여덟 개의 shape와, 모델 차원이 4일 때 출력된 개수를 보세요.

# %% answer
# Your answers to question 4
answer_parameters = None  # with 8 heads
answer_sixteen = None  # with 16 heads

# %% check
# Check of question 4
def judge_parameters(answer, width=512, num_heads=8):
    """Four kernels (D, D) and four biases (D,), however the columns are dealt out to the heads."""
    kernel, bias, head = width * width, width, width // num_heads
    return name_of(number(answer), {
        "right": 4 * (kernel + bias),
        "no bias": 4 * kernel,
        "one bias": 4 * kernel + bias,
        "three layers": 3 * (kernel + bias),
        "three layers, no bias": 3 * kernel,
        "one layer": kernel + bias,
        "one kernel": kernel,
        "times heads": num_heads * 4 * (kernel + bias),
        "times heads, no bias": num_heads * 4 * kernel,
        "one head": 4 * (width * head + head),
        "one head, no bias": 4 * width * head,
        "the block": 4 * (kernel + bias) + 8 * kernel + 5 * width + 4 * width,
        "bytes": 16 * (kernel + bias),
    }, 0.5)


def judge_sixteen(answer):
    """The same count: the width of a head shrinks as the heads grow in number."""
    eight = 4 * (512 * 512 + 512)
    with_or_without_biases = 4 * 2 * 512
    slip = name_of(number(answer), {"doubled": 2 * eight, "halved": eight / 2}, with_or_without_biases)
    return judge_parameters(answer, num_heads=16) if slip == "other" else slip


PARAMETERS_SLIPS = {
    "no bias": (
        "The four matrices are counted, the biases are forgotten.", "행렬 네 개는 세었지만 편향을 빠뜨렸습니다.",
        "What does a dense layer add after the matrix product?", "밀집 층은 행렬을 곱한 다음에 무엇을 더하나요?",
    ),
    "one bias": (
        "You counted one bias for the whole layer.", "편향을 층 전체에 하나만 세었습니다.",
        "Every one of the dense layers has its own.", "밀집 층마다 편향이 따로 있습니다.",
    ),
    "three layers": (
        "Query, key and value are counted, the last projection is missing.",
        "쿼리, 키, 값만 세고 마지막 투영을 빠뜨렸습니다.",
        "What happens to the answers of the heads after they are put side by side?",
        "헤드의 결과를 이어 붙인 다음에는 어떤 층을 거치나요?",
    ),
    "three layers, no bias": (
        "Query, key and value without biases: two things are missing.",
        "쿼리, 키, 값의 행렬만 세었습니다. 두 가지가 빠졌습니다.",
        "Print the names of the weights as Code 2 does and count them.",
        "Code 2처럼 가중치의 이름을 출력해서 세어 보세요.",
    ),
    "one layer": (
        "This is one dense layer.", "밀집 층 하나의 개수입니다.",
        "How many of them does the layer hold?", "어텐션 층에 밀집 층이 몇 개 있나요?",
    ),
    "one kernel": (
        "This is a single matrix.", "행렬 하나의 개수입니다.",
        "Draw the way from the input to the output and count matrices and biases.",
        "입력에서 출력까지 길을 그려 놓고 행렬과 편향을 세어 보세요.",
    ),
    "times heads": (
        "You multiplied by the number of heads, as if each head had matrices of the full width.",
        "헤드 수를 곱했습니다. 헤드마다 전체 크기의 행렬이 따로 있다고 본 셈입니다.",
        "Heads share the columns among them. How wide is one head?",
        "헤드는 열을 나누어 갖습니다. 헤드 하나의 차원은 얼마인가요?",
    ),
    "times heads, no bias": (
        "You multiplied by the number of heads and left out the biases.", "헤드 수를 곱했고 편향은 빠뜨렸습니다.",
        "Heads share the columns among them; and what does a dense layer add?",
        "헤드는 열을 나누어 갖습니다. 그리고 밀집 층은 행렬을 곱한 다음 무엇을 더하나요?",
    ),
    "one head": (
        "This is the part of a single head.", "헤드 하나의 몫만 세었습니다.",
        "All heads together fill the whole width.", "모든 헤드를 합하면 전체 차원이 됩니다.",
    ),
    "one head, no bias": (
        "This is the part of a single head, and without biases.", "헤드 하나의 몫만, 그것도 편향 없이 세었습니다.",
        "All heads together fill the whole width.", "모든 헤드를 합하면 전체 차원이 됩니다.",
    ),
    "the block": (
        "This is a whole transformer block, with its feed-forward network and norms.",
        "피드 포워드 신경망과 층 정규화까지 포함한 트랜스포머 블록 전체의 개수입니다.",
        "Only the attention layer is asked for.", "어텐션 층만 세면 됩니다.",
    ),
    "bytes": (
        "These are bytes, four for each parameter.", "파라미터 하나를 4바이트로 쳐서 바이트를 구했습니다.",
        "The number of parameters is asked for.", "파라미터의 개수를 적으세요.",
    ),
    "other": (
        "This is not the count.", "파라미터 개수가 아닙니다.",
        "Count for one dense layer first: a matrix from d to d, and a bias. Then count the layers.",
        "먼저 밀집 층 하나를 세어 보세요. d에서 d로 가는 행렬과 편향이 있습니다. 그다음에 층을 세면 됩니다.",
    ),
}

SIXTEEN_SLIPS = {
    **PARAMETERS_SLIPS,
    "doubled": (
        "You expect twice as many heads to need twice as many parameters.",
        "헤드가 2배면 파라미터도 2배라고 본 답입니다.",
        "The matrices stay as large as they are. What becomes smaller when there are more heads?",
        "행렬의 크기는 그대로입니다. 헤드가 늘면 무엇이 줄어드나요?",
    ),
    "halved": (
        "You let the whole layer shrink with the width of a head.",
        "헤드의 차원이 줄어드는 만큼 층 전체가 줄어든다고 본 답입니다.",
        "A head gets half as wide, but how many heads are there now?",
        "헤드 하나의 차원은 절반이 됩니다. 그런데 헤드는 몇 개가 되었나요?",
    ),
}

# %% [markdown] solution
# --- en
# Each of the four dense layers has a 512 x 512 matrix and 512 biases: 4 x 262,144 + 4 x 512 = 1,050,624, or 4d² + 4d. With
# 16 heads it is the same number: a head is then 32 wide instead of 64, and 16 x 32 = 8 x 64 = 512.
# --- ko
# 밀집 층 네 개에 저마다 512 × 512 행렬과 편향 512개가 있으므로 4 × 262,144 + 4 × 512 = 1,050,624개, 곧 4d² + 4d입니다. 헤드가
# 16개여도 개수는 같습니다. 헤드 하나의 차원이 64에서 32로 줄어들 뿐이고, 16 × 32 = 8 × 64 = 512이기 때문입니다.

# %% [markdown] grading
# --- en
# * 2 points: the number; 1 of them if only the biases are missing.
# * 1 point: unchanged with 16 heads. It also counts where the first number is wrong but the second is equal to it.
# --- ko
# * 2점: 개수가 맞습니다. 편향만 빠뜨렸으면 1점입니다.
# * 1점: 헤드가 16개여도 그대로라고 답했습니다. 첫째 답이 틀렸더라도 둘째 답이 그와 같으면 인정합니다.

# %% answers
# Right answers, and wrong ones with their slips
PARAMETERS_RIGHT = [1_050_624, 1050624.0, 4 * 512**2 + 4 * 512]
PARAMETERS_WRONG = [
    (1_048_576, "no bias"),
    (1_049_088, "one bias"),
    (787_968, "three layers"),
    (786_432, "three layers, no bias"),
    (262_656, "one layer"),
    (262_144, "one kernel"),
    (8_404_992, "times heads"),
    (8_388_608, "times heads, no bias"),
    (131_328, "one head"),
    (131_072, "one head, no bias"),
    (3_152_384, "the block"),
    (4_202_496, "bytes"),
    (1_052_672, "other"),
]
SIXTEEN_RIGHT = [1_050_624]
SIXTEEN_WRONG = [
    (2_101_248, "doubled"),
    (2_097_152, "doubled"),
    (525_312, "halved"),
    (16_809_984, "times heads"),
    (1_048_576, "no bias"),
]
