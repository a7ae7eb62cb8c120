# ruff: noqa: E501
"""What comes out of "Change one thing" in Code 4: one text for each text cell of the notebook that asks for a change."""

# %% [markdown] leak-means
# --- en
# Either way all six numbers are above 0. Without the mask everybody sees the changed position. With the mask turned around a position
# sees only what comes after it, so the last one is seen by all others, and sees nothing itself (all its scores are -1e9, and
# softmax deals out equal shares). No error, no warning: only the check notices.
# --- ko
# 어느 쪽이든 여섯 숫자가 모두 0보다 큽니다. 마스크를 빼면 모두가 바뀐 위치를 봅니다. 마스크를 뒤집으면 저마다 자기 뒤만 보므로 마지막 위치는 다른 모두에게
# 보이고, 정작 자기는 볼 것이 없습니다. 점수가 모두 -1e9라서 소프트맥스가 몫을 똑같이 나눕니다. 오류도 경고도 나오지 않으니 확인해 보아야만 알 수 있습니다.

# %% [markdown] text-means
# --- en
# They do not change, but for the last digit of the second: fewer characters are left over at the end of the held-out part. Neither
# of the two looks at what comes before: one knows how many characters there are, the other how often each occurs. Everything
# below 3.2 is knowledge of the characters before.
# --- ko
# 달라지지 않습니다. 둘째 손실의 끝자리만 조금 다를 수 있는데, 떼어 둔 부분의 끝에서 행을 채우지 못하고 남는 글자가 줄기 때문입니다. 두 기준 모두 앞에 놓인
# 글자를 보지 않습니다. 하나는 글자가 몇 가지인지만, 다른 하나는 글자마다 얼마나 자주 나오는지만 압니다. 3.2보다 작은 손실은 모두 앞 글자를 알고 얻은 것입니다.

# %% [markdown] train-means
# --- en
# What spans more than a few characters. The window holds eight characters, and after each drop only four, so a long name is forgotten
# before it is written to its end: endings that fit no beginning, quotes and brackets that are opened and not closed, tables that
# lose their columns. Short words and the rhythm of letters stay. The held-out loss stays higher than with 64, and the distance is
# what the characters further back are worth to this model.
# --- ko
# 몇 글자를 넘어 이어지는 것에서 실수가 나옵니다. 창에는 여덟 글자가 들어가고 절반을 버린 직후에는 네 글자만 남으므로, 긴 이름은 끝까지 쓰기도 전에 앞부분을
# 잊어버립니다. 앞과 맞지 않는 어미, 열어 놓고 닫지 않은 따옴표와 괄호, 칸이 어긋난 표가 보입니다. 짧은 낱말과 글자의 흐름은 그대로입니다. 손실은 64일 때보다 높게
# 남는데, 그 차이가 더 앞에 있는 글자들이 이 모델에게 주는 도움의 크기입니다.

# %% [markdown] speed-means
# --- en
# Both grow, and the second is the one that tells: it is no rounding error any more. All at once, every position now sees the future; one by one with the
# cache, it saw only what was there when it was read, and its kept keys and values can no longer be what they would be in the
# whole text. The first difference grows because Keras' model still has its mask. Without a mask every new character
# changes all vectors before it: there is nothing to keep.
# --- ko
# 둘 다 커지는데, 눈여겨볼 것은 둘째 차이입니다. 더는 반올림 오차가 아닙니다. 한꺼번에 읽으면 모든 위치가 뒤까지 보지만, 캐시를 쓰며 하나씩 읽으면 그때까지 있던
# 글자만 보았으므로, 보관한 키와 값이 글 전체를 읽었을 때의 값과 달라집니다. 케라스 모델에는 마스크가 그대로 있으니 첫째 차이가 커지는 것은 당연합니다. 마스크가 없으면 글자가
# 하나 늘 때마다 앞의 벡터가 모두 바뀌므로 보관할 수 있는 것이 없습니다.

# %% [markdown] temperature-means
# --- en
# All four look like a help text: lines of similar length, names with underscores in quotes, short English words in a likely order,
# and hardly a sentence that means something. That is what the model has learned. Which names and topics come up changes with the
# seed: one text shows what can be drawn, not what the model is like, so look at several before you judge one.
# --- ko
# 네 편 모두 설명서처럼 보입니다. 줄 길이가 비슷하고, 따옴표 안에 밑줄이 든 이름이 나오고, 짧은 영어 낱말이 그럴듯한 순서로 이어지고, 뜻이 통하는 문장은 거의
# 없습니다. 모델이 배운 것은 이것입니다. 어떤 이름과 주제가 나오는지는 시드마다 다릅니다. 글 한 편은 뽑힐 수 있는 것 하나를 보여 줄 뿐 모델 전체를 보여 주지 않으니,
# 판단하기 전에 여러 편을 보세요.

# %% [markdown] large-table
# --- en
# Twice the width: 3,256,477 parameters, nearly 4 times as many, because the matrices of the blocks grow with the square of the width. Twice
# the blocks: 1,634,973, nearly 2 times. (Nearly, because the tables and the last layer grow with the width only once, and not with the
# blocks at all.)
# --- ko
# 모델 차원을 두 배로 하면 3,256,477개로 4배 가까이 늘어납니다. 블록의 행렬이 모델 차원의 제곱에 비례하기 때문입니다. 블록을 두 배로 하면 1,634,973개로 2배
# 가까이 됩니다. 딱 떨어지지 않는 것은 임베딩과 마지막 층이 모델 차원에는 한 번만 비례하고 블록 수와는 상관없기 때문입니다.

# %% [markdown] adapt-means
# --- en
# 77,213 numbers, twice as many as before and still 9 % of all. The vectors of the new letters can now be learned, and the last layer can
# take back its "never". Your loss on Korean should lie clearly below the 3.8 of LoRA alone; on English letters there is little
# to gain, because they bring no new letters.
# --- ko
# 77,213개로 전보다 두 배쯤 되지만 그래도 전체의 9%입니다. 이제 새 글자의 벡터를 배울 수 있고 마지막 층도 "절대
# 아님"을 거두어들일 수 있습니다. 한국어의 손실이 LoRA만 썼을 때의 3.8보다 뚜렷이 낮아져야 합니다. 영어 편지에는 새 글자가 없으니 더 얻을 것이 거의 없습니다.

# %% [markdown] solution-means
# --- en
# There is no single answer; a good one gives stages with their amounts of text, and compares losses on held-out text. With 1,000 steps of 12
# rows the training reads about 770,000 characters, so a short text is read many times over: its training loss goes on falling
# while the held-out loss stops or rises, and the model begins to recite. That looks like better writing and is not.
# --- ko
# 정답이 하나로 정해져 있지 않습니다. 글의 분량마다 어떤 단계까지 갔는지 적고, 떼어 둔 글에서 잰 손실을 견주면 좋은 답입니다. 12행씩 1,000스텝을 훈련하면 글자
# 약 77만 개를 읽으므로 짧은 글은 여러 번 되풀이해 읽게 됩니다. 그러면 훈련 손실은 계속 내려가는데 떼어 둔 글의 손실은 멈추거나 올라가고, 모델은 글을 외워서 말하기
# 시작합니다. 더 잘 쓰는 것처럼 보이지만 그렇지 않습니다.
