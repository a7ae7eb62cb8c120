# ruff: noqa: E501
"""What comes out of "Change one thing" in Code 1: one text for each text cell of the notebook that asks for a change."""

# %% [markdown] formula-means
# --- en
# Both are [0.090, 0.245, 0.665]. Adding 10 to every score multiplies every exponential by the same number, e to the power of
# 10, and the division by the sum takes it out again. Only differences between scores count; that is also why the
# function may subtract the largest score first, so that nothing overflows.
# --- ko
# 둘 다 [0.090, 0.245, 0.665]입니다. 점수마다 10을 더하면 지수 함수 값마다 같은 수, 곧 e의 10제곱이 곱해지고, 합으로 나눌 때 다시 사라집니다.
# 점수 사이의 차이만 중요하기 때문입니다. 함수에서 가장 큰 점수를 먼저 빼서 넘침을 막아도 되는 것도 같은 까닭입니다.

# %% [markdown] library-means
# --- en
# Books A and B now share the first place with 0.392 each, and book C falls to 0.216; the result becomes [5.216, 5.216]. Half
# the length of a key means half the score, 1.386 in place of 2.772. The dot product mixes two things, the direction of
# a key and its length: a long key is loud, whatever it says. (A learner who expects no change thinks of the cosine.)
# --- ko
# 이제 A 책과 B 책이 0.392로 나란히 1위이고 C 책은 0.216으로 떨어집니다. 결과는 [5.216, 5.216]이 됩니다. 키의 길이가 절반이 되면 점수도 2.772에서
# 1.386으로 절반이 되기 때문입니다. 내적에는 키의 방향과 길이가 함께 들어 있습니다. 긴 키는 무슨 내용이든 목소리가 큽니다. 달라지지 않을 것이라고
# 예상한 학생은 코사인을 떠올린 것입니다.

# %% [markdown] words-means
# --- en
# The weight of "it" on apple rises from 0.451 to 0.689, and sweet falls from 0.247 to 0.208; the three others fall from 0.101 to
# 0.034. Doubling the rule doubles the differences between scores, so the first place gains most. Sweet loses least of
# all, because it is something of a food as well: a stronger rule does not make the question more precise.
# --- ko
# it이 apple에 주는 가중치는 0.451에서 0.689로 커지고, sweet는 0.247에서 0.208로, 나머지 셋은 0.101에서 0.034로 작아집니다. 규칙을 2배로 키우면 점수
# 차이도 2배가 되므로 1위가 가장 많이 얻습니다. sweet도 어느 정도 음식이라서 덜 잃습니다. 규칙을 강하게 한다고 질문이 더 정확해지는 것은 아닙니다.

# %% [markdown] heads-means
# --- en
# "ate" looks at fly and at apple with 0.334 each and at sweet with 0.183: one row of weights has to serve both questions, and
# what comes back is a mixture in which who ate and what was eaten are no longer apart. The matrices, and so the number of
# parameters, are the same; only one softmax runs over all four slots, with the scores divided by 2 instead of the
# square root of 2.
# --- ko
# ate는 fly와 apple을 0.334씩, sweet를 0.183만큼 봅니다. 가중치 한 줄로 두 질문에 답해야 하니, 돌아오는 결과에서는 누가 먹었는지와 무엇을 먹었는지가
# 뒤섞입니다. 행렬은 그대로이므로 파라미터 개수도 같습니다. 다만 칸 네 개를 한꺼번에 내적하고, 점수를 √2가 아니라 2로 나누고, 소프트맥스를 한 번만
# 계산합니다.

# %% [markdown] order-means
# --- en
# Times 0.01: the largest change is 0.0094, small but far above rounding error, so the order is still there for a model to use;
# it has to learn to listen closely. Times 10: the change is about 1, and every weight of "it" lies on the first word. The
# encoding drowns the words: what a word means hardly enters the scores any more. Content and position share the same
# slots, so neither may be much louder than the other.
# --- ko
# 0.01을 곱하면 가장 큰 차이가 0.0094입니다. 작지만 반올림 오차보다는 훨씬 크므로 순서 정보는 아직 남아 있고, 모델이 귀를 기울이는 법을 배우면 쓸 수
# 있습니다. 10을 곱하면 차이가 1쯤 되고 it의 가중치가 모두 첫 단어에 몰립니다. 위치 인코딩이 단어를 덮어 버려 단어의 뜻은 점수에 거의 들어가지
# 못합니다. 내용과 위치가 같은 칸을 나누어 쓰므로 어느 한쪽이 지나치게 크면 안 됩니다.

# %% [markdown] clock-means
# --- en
# Only the first hand still turns fast; its speed does not depend on `max_wavelength`. The second turns by less than 19 degrees
# over seven positions, and the third by less than 1: nothing to be seen. Slow hands are made for long texts: with
# 10,000 positions they are what tells the far places apart.
# --- ko
# 첫째 바늘만 여전히 빠르게 돕니다. 첫째 바늘의 빠르기는 `max_wavelength`와 관계가 없기 때문입니다. 둘째 바늘은 일곱 번 움직여도 19도가 채 안 되고
# 셋째 바늘은 1도도 안 되어 움직임이 보이지 않습니다. 느린 바늘은 긴 글을 위한 것입니다. 위치가 10,000개쯤 되면 먼 자리를 구별하는 것은 느린
# 바늘입니다.

# %% [markdown] causal-mask-means
# --- en
# Now every word sees only what comes after it, and itself and the past are hidden. The last row is all 0: nothing comes after the
# last word, so it may look at nothing. The first row is shared out equally, 0.250 each, over four words. The weights still
# look tidy, and that is the danger: the check to make is whether anything above the diagonal is larger than 0.
# --- ko
# 이제 단어마다 뒤에 오는 단어만 보이고, 자기 자신과 앞쪽은 가려집니다. 마지막 행이 모두 0이 됩니다. 마지막 단어 뒤에는 아무것도 없어 볼 것이 없기
# 때문입니다. 첫 행은 네 단어에 0.250씩 고르게 나뉩니다. 가중치가 여전히 그럴듯해 보인다는 점이 위험합니다. 대각선 위에 0보다 큰 값이 있는지
# 확인해야 합니다.
