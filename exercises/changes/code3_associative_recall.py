# ruff: noqa: E501
"""What comes out of "Change one thing" in Code 3: one text for each text cell of the notebook that asks for a change."""

# %% [markdown] dictionary-means
# --- en
# "Looking for A", "looking for B" and "looking for both" now have a weight of 1.000 on a single entry each. Ten times the query is ten
# times the differences between the scores, and softmax then gives all to the largest. "No preference" stays at 0.333 each: ten
# times 0 is 0. (The output of "looking for both" stays [5.000, 5.000] although its weights changed: the third entry holds what
# the mixture held before.)
# --- ko
# A를 찾을 때, B를 찾을 때, 둘 다 찾을 때는 이제 항목 하나의 가중치가 1.000입니다. 쿼리를 10배로 늘리면 점수 차이도 10배가 되어 소프트맥스가 가장 큰
# 점수에 전부를 줍니다. 딱히 찾는 것이 없을 때는 0.333씩 그대로입니다. 0은 10배를 해도 0이기 때문입니다. 둘 다 찾을 때는 가중치가 바뀌었는데도
# 출력이 [5.000, 5.000] 그대로라는 점도 눈여겨보세요. 셋째 항목에 든 값이 앞서 섞은 결과와 같기 때문입니다.

# %% [markdown] scaling-means
# --- en
# The largest weight falls to 0.176 at 512, hardly more than the 0.167 of six equal shares: attention has become a plain average. That
# is not better, it is the opposite evil. No score stands out, so nothing can be looked up before the queries and keys have
# grown large. Only the division by the root keeps the spread of the scores at 1 for every width.
# --- ko
# 512에서 가장 큰 가중치는 0.176으로 떨어집니다. 여섯으로 똑같이 나눈 0.167과 거의 같으니 어텐션이 그냥 평균이 된 셈입니다. 더 나은 것이 아니라
# 반대쪽으로 나빠진 것입니다. 어느 점수도 두드러지지 않아서, 쿼리와 키가 아주 커지기 전에는 아무것도 찾아낼 수 없습니다. 차원이 얼마든 점수의
# 표준편차를 1로 지켜 주는 것은 제곱근으로 나눌 때뿐입니다.

# %% [markdown] order-means
# --- en
# About 0.03 in place of 1.4. The order is still there, far above rounding, but so faint that at first it hardly changes what the layer
# gives out. Section 9 shows what becomes of a training that starts like that.
# --- ko
# 1.4에서 0.03쯤으로 줄어듭니다. 반올림 오차보다는 훨씬 크니 순서 정보가 남아 있기는 하지만, 아주 희미해서 처음에는 층의 출력이 거의 달라지지
# 않습니다. 이렇게 시작한 훈련이 어떻게 되는지는 9절에서 봅니다.

# %% [markdown] block-means
# --- en
# 18,672 of 28,272, about 66 percent; before it was 9,360 of 18,960, about half. Attention and norms keep their 9,408 and 192, because the
# inner width f does not occur in their formulas.
# --- ko
# 28,272개 가운데 18,672개로 약 66퍼센트입니다. 바꾸기 전에는 18,960개 가운데 9,360개로 절반쯤이었습니다. 어텐션의 9,408개와 층 정규화의 192개는
# 그대로입니다. 두 식에는 안쪽 차원 f가 나오지 않기 때문입니다.

# %% [markdown] task-means
# --- en
# The last line is a sentence in place of a result: `num_pairs` must be at most `num_keys`, because the keys of a row differ; received 8 and
# 7. With `NUM_KEYS = 8` as well it would work.
# --- ko
# 결과 대신 문장이 나옵니다. 한 시퀀스의 키는 모두 달라야 하므로 `num_pairs`는 `num_keys`보다 클 수 없는데 8과 7을 받았다는 내용입니다.
# `NUM_KEYS = 8`도 함께 적으면 실행됩니다.

# %% [markdown] fit-means
# --- en
# Still on its way down to the plateau: after 8 epochs the training loss is 1.37 and the accuracy on new sequences about 0.40. Nothing is
# broken. Steps a tenth as large need more of them, and who stops here could take a slow model for one that cannot learn.
# --- ko
# 아직 정체 구간으로 내려오는 중입니다. 8에포크 뒤에 훈련 손실은 1.37이고 처음 보는 시퀀스에서 정확도는 0.40쯤입니다. 고장 난 것이 아닙니다.
# 걸음이 10분의 1로 작아졌으니 더 여러 번 걸어야 할 뿐입니다. 여기서 멈추면 느린 모델을 배우지 못하는 모델로 잘못 알기 쉽습니다.

# %% [markdown] grid-means
# --- en
# A little. In our run three seeds ended at 0.545, 0.525 and 0.518, in place of 0.422, 0.356 and 0.370, and none solved the task. The column
# "trained on" says 1.000: a larger memory also learns the training sequences by heart sooner. What the GRU lacks is examples,
# as the next cell of the notebook shows.
# --- ko
# 조금 나아집니다. 실행해 보니 시드 세 개가 0.422, 0.356, 0.370에서 0.545, 0.525, 0.518로 올랐지만 과제를 푼 시드는 없었습니다. trained on 열은
# 1.000입니다. 기억할 자리가 넓으면 훈련 시퀀스도 더 빨리 외웁니다. GRU에게 모자란 것은 예제입니다. 바로 다음 실험에서 확인할 수 있습니다.

# %% [markdown] more-data-means
# --- en
# Something in between: in our run three seeds ended at 0.737, 0.742 and 0.680, and near 0.91 on the sequences they were trained on. The GRU
# has begun to tie values to keys and also to learn by heart; the more sequences there are, the less the second pays.
# --- ko
# 그 중간입니다. 실행해 보니 시드 세 개가 0.737, 0.742, 0.680에서 끝났고, 훈련에 쓴 시퀀스에서는 0.91 근처였습니다. 값과 키를 짝짓기
# 시작하면서, 한편으로는 시퀀스를 외우기도 한 것입니다. 시퀀스가 많을수록 외워서 얻는 것은 줄어듭니다.

# %% [markdown] reading-means
# --- en
# Not always. In our run heads 1 and 4 of the final block look at the answer in all four sequences, with 0.85 or more. Heads 2 and 3 join in
# mostly, but in sequence 3 they look elsewhere, and the answer is right all the same. So a head's name for one sequence ("the head that
# finds the value") need not fit the next; only means over many sequences tell.
# --- ko
# 언제나 같지는 않습니다. 실행해 보니 마지막 블록의 헤드 1과 4는 시퀀스 네 개 모두에서 답을 0.85 이상의 가중치로 봅니다. 헤드 2와 3도 대개 그렇지만
# 시퀀스 3에서는 다른 곳을 보는데, 그래도 답은 맞습니다. 시퀀스 하나를 보고 "값을 찾는 헤드"라고 이름 붙여도 다음 시퀀스에서는 맞지 않을 수
# 있습니다. 여러 시퀀스의 평균을 보아야 합니다.

# %% [markdown] start-means
# --- en
# It lies on the border. In our run seed 0 left the plateau late and stood at 0.712 when the 15 epochs were over; seed 1 reached 1.000.
# From 0.3 scores are about a tenth of those from 1, which leaves just enough of a difference to begin with.
# --- ko
# 경계에 있습니다. 실행해 보니 시드 0은 정체 구간을 늦게 벗어나 15에포크가 끝날 때 0.712였고, 시드 1은 1.000에 이르렀습니다. 0.3으로 시작하면
# 점수가 1로 시작할 때의 10분의 1쯤이라, 실마리로 삼을 차이가 간신히 남습니다.

# %% [markdown] heads-means
# --- en
# No: in our run two seeds ended at 0.997 and 1.000. A head with three numbers is a coarse pointer, and most
# spread their weight more widely. But sixteen coarse pointers together are enough to tell the keys and places of this task apart.
# --- ko
# 아닙니다. 실행해 보니 시드 두 개가 0.997과 1.000에서 끝났습니다. 숫자 세 개로 견주는 헤드는 무딘 바늘과 같아서 가중치가 더 넓게 퍼집니다. 하지만
# 무딘 바늘도 열여섯 개를 함께 쓰면 이 과제의 키와 자리를 구별하기에 충분합니다.

# %% [markdown] positions-means
# --- en
# In our run "trained on" rises from 0.400 to 0.519 and "uncommon" from 0.150 to 0.181; "by luck" falls from 0.334 to 0.314, and the accuracy
# moves by no more than chance, from 0.357 to 0.337. The model learns its training sequences by heart, so it names the commonest
# value less often. About the pair there is nothing to be learned, however long it takes.
# --- ko
# 실행해 보니 trained on은 0.400에서 0.519로, uncommon은 0.150에서 0.181로 올랐습니다. by luck은 0.334에서 0.314로 내렸고, 정확도는 0.357에서
# 0.337로 운의 폭 안에서만 움직였습니다. 훈련 시퀀스를 외우느라 가장 많이 나온 값을 전보다 덜 대는 것입니다. 짝에 대해서는 아무리 오래
# 훈련해도 배울 것이 없습니다.

# %% [markdown] pairs-means
# --- en
# The transformer: in our run it rises from 0.207 to 1.000, while the GRU stays where it was, 0.270 before and 0.274 now. With four times the sequences learning by heart
# pays less, and the transformer finds the look-up first. What a still larger GRU with still more data would do, this run
# does not say.
# --- ko
# 트랜스포머에 도움이 됩니다. 실행해 보니 트랜스포머는 0.207에서 1.000으로 올랐고 GRU는 0.270과 0.274로 거의 그대로입니다. 시퀀스가 네 배가
# 되면 외워서 얻는 것이 줄어들고, 트랜스포머는 찾는 법을 먼저 알아냅니다. 더 큰 GRU를 더 많은 데이터로 훈련하면 어떻게 되는지는 이 실험으로 알 수
# 없습니다.
