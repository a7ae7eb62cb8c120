# ruff: noqa: E501
"""What comes out of "Change one thing" in Code 5: one text for each text cell of the notebook that asks for a change."""

# %% [markdown] dense-means
# --- en
# The weight becomes (3, 3), the bias (3,), the result (4, 3), and the kernel of the Keras layer (3, 3): everything that has the
# axis j. X stays (4, 3), because a layer with more units does not ask for more inputs. (Now W is square, and a forgotten
# `.T` would raise no error any more.)
# --- ko
# 가중치는 (3, 3), 편향은 (3,), 결과는 (4, 3), 케라스 층의 커널은 (3, 3)이 됩니다. j 축이 있는 배열은 모두 달라집니다. X는 (4, 3) 그대로입니다. 유닛이
# 늘어도 입력이 더 필요하지는 않기 때문입니다. 이제 W가 정사각 행렬이라 `.T`를 빠뜨려도 오류가 나지 않는다는 점도 눈여겨보세요.

# %% [markdown] split-means
# --- en
# With four heads each gets 2 numbers of every token, and still all four tokens. With three: "num_heads must divide the width of
# x, 8; received 3." A head cannot get two and two thirds of a number.
# --- ko
# 헤드가 넷이면 저마다 토큰마다 숫자 2개씩 받고, 여전히 토큰 네 개를 다 봅니다. 셋으로 바꾸면 헤드 수가 x의 차원 8의 약수여야 하는데 3이라는
# 문장("num_heads must divide the width of x, 8; received 3.")이 나옵니다. 숫자 8개를 세 헤드에 똑같이 나눌 수 없기 때문입니다.

# %% [markdown] steps-mean
# --- en
# The queries after the cut are (2, 2, 5, 4) now, and scores, divided scores and weights (2, 2, 5, 5): the first can be told apart, the
# three others still look alike, because their axes do mean the same. What is left to confuse is T with S, which are equal
# in self-attention; only names help there.
# --- ko
# 나눈 쿼리는 (2, 2, 5, 4)가 되고 점수, 나눈 점수, 가중치는 (2, 2, 5, 5)가 됩니다. 이제 첫째는 구별되지만 나머지 셋은 여전히 같습니다. 세 배열은 축의 뜻도
# 같기 때문입니다. 아직 헷갈릴 수 있는 것은 T와 S입니다. 셀프 어텐션에서는 둘의 길이가 같으므로 축 이름을 적어 두는 수밖에 없습니다.

# %% [markdown] worked-means
# --- en
# A dot product over four numbers is the sum of the dot products over its two halves, so the scores of the heads add up: 2 + 0, 0 + 2,
# 0 + 1, 2 + 0. Token 0 looks at both keys alike, 0.500 each: its two heads had opposite opinions, and one head has to
# average them. Token 1 keeps a slight preference for key 1, 0.622 against 0.378.
# --- ko
# 숫자 네 개의 내적은 앞뒤 절반씩 구한 내적의 합이므로 두 헤드의 점수가 더해집니다. 2 + 0, 0 + 2, 0 + 1, 2 + 0입니다. 토큰 0은 두 키를 0.500씩
# 똑같이 봅니다. 두 헤드의 의견이 반대였는데 헤드가 하나뿐이니 가운데에 머무를 수밖에 없습니다. 토큰 1은 키 1을 조금 더 봅니다. 0.622 대
# 0.378입니다.

# %% [markdown] variance-means
# --- en
# 1/64, about 0.016: dividing by 64 divides the variance by 64 twice over. Scores then differ by little more than 0.1, and softmax deals out
# nearly equal shares: attention becomes a plain average, and more so the wider the head. That is the opposite evil of not
# dividing at all.
# --- ko
# 1/64, 약 0.016입니다. 64로 나누면 분산은 64의 제곱으로 나누어지기 때문입니다. 점수 차이가 0.1 남짓밖에 되지 않아 소프트맥스가 거의 똑같은 몫을
# 나누어 주고, 어텐션은 단순한 평균에 가까워집니다. 헤드의 차원이 클수록 더 그렇습니다. 아예 나누지 않을 때와는 반대쪽의 문제입니다.

# %% [markdown] slip-transpose-means
# --- en
# `"bi,ij->bj"` is the slip: it pairs the inputs with the first axis of the weight, which is the output here, and computes X @ W. With the
# square matrix both run and give different numbers; with W of shape (2, 3) only the wrong one fails. For a kernel as Keras stores
# it, (in, out), it is the other way round: there `"bi,ij->bj"` is right.
# --- ko
# 실수는 `"bi,ij->bj"`입니다. 입력을 가중치의 첫 축과 짝짓는데, 여기서는 그 축이 출력이므로 X @ W를 계산하게 됩니다. 정사각 행렬이면 둘 다 실행되지만
# 결과가 다르고, shape가 (2, 3)인 W라면 틀린 쪽만 오류가 납니다. 케라스처럼 (입력, 출력) 순서로 저장한 커널이라면 거꾸로 `"bi,ij->bj"`가 맞습니다.

# %% [markdown] cost-means
# --- en
# In proportion to the number of keys: twice the text, twice the cost of the next token, in place of four times. One query meets every
# key once. (Summed over all tokens that are written one after the other it is the square again, and the keys must be kept
# for that: the key-value cache.)
# --- ko
# 키의 개수에 비례합니다. 글이 2배로 길어지면 다음 토큰 하나의 계산량은 4배가 아니라 2배가 됩니다. 쿼리 하나가 키마다 한 번씩 만나기 때문입니다. 토큰을
# 하나씩 써 나가며 전부 더하면 다시 길이의 제곱에 비례하고, 그러려면 앞에서 구한 키를 간직해 두어야 합니다. 그것이 KV 캐시입니다.

# %% [markdown] low-rank-means
# --- en
# 262,144, exactly as many as W: with R = D / 2 nothing is saved any more, and above it the two factors are larger than the weight. The
# output is the same for every R, because W is U V here; a weight that was not made this way would be the better
# approximated the larger R is.
# --- ko
# 262,144개로 W와 똑같습니다. R = D / 2이면 아낄 것이 없고, 그보다 크면 두 행렬이 원래 가중치보다 커집니다. 여기서는 W가 U V이므로 R이 얼마든 출력은
# 같습니다. 이렇게 만들지 않은 가중치라면 R이 클수록 더 가깝게 근사합니다.

# %% [markdown] lora-means
# --- en
# B A is 0 as soon as one of the two is, so at first nothing changes either way. But the gradient of each contains the other as a factor:
# if both were 0, both gradients would be 0, and no step would ever lead away. One of them has to be random, the other 0.
# --- ko
# 둘 가운데 하나만 0이어도 B A는 0이므로 처음에는 어느 쪽이든 달라지는 것이 없습니다. 그런데 각각의 기울기에는 상대가 곱해져 있습니다. 둘 다 0이면 기울기도
# 둘 다 0이라 아무리 훈련해도 움직이지 않습니다. 그래서 하나는 무작위로, 하나는 0으로 시작합니다.

# %% [markdown] explorer-means
# --- en
# `"bti,ji->btj"` with b = 32, t = 128, i = 768, j = 3072: the output is (32, 128, 3072), i is summed, and it takes 9,663,676,416
# multiply-adds, one for each weight and token. The biases are no part of the string: 768 x 3,072 + 3,072 = 2,362,368
# parameters.
# --- ko
# `"bti,ji->btj"`이고 b = 32, t = 128, i = 768, j = 3072입니다. 출력의 shape는 (32, 128, 3072)이고 i의 축을 더해 없애며, 곱셈-누산은 가중치와 토큰의 쌍마다 한
# 번씩 모두 9,663,676,416번입니다. 편향은 첨자에 들어가지 않습니다. 파라미터는 768 × 3,072 + 3,072 = 2,362,368개입니다.
