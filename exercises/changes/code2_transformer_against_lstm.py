# ruff: noqa: E501
"""What comes out of "Change one thing" in Code 2: one text for each text cell of the notebook that asks for a change."""

# %% [markdown] bridge-means
# --- en
# The same columns are now one head of four slots instead of two heads of two: one softmax in place of two, over dot products of
# four slots, divided by 2 instead of the square root of 2. Nothing in the weights says how many heads they are for. That is
# why a wrong number of heads raises no error, and why the number belongs to what is saved with a model.
# --- ko
# 같은 열을 두 칸짜리 헤드 두 개가 아니라 네 칸짜리 헤드 하나로 씁니다. 소프트맥스를 두 번이 아니라 한 번 계산하고, 네 칸을 한꺼번에 내적하고, √2가
# 아니라 2로 나눕니다. 가중치만 보아서는 헤드가 몇 개인지 알 수 없습니다. 그래서 헤드 수를 틀려도 오류가 나지 않고, 모델을 저장할 때 헤드 수도 함께
# 저장해야 합니다.

# %% [markdown] layers-means
# --- en
# Allowed is what comes later, forbidden are the past and the word itself: the printed weight is 1.0, because the last word but one
# sees a single word, the last. The last word may look at nothing; in this short form of the layer all its scores are
# -1e9 then, and softmax deals out equal shares, as if everything were allowed. (The layer of the package gives weights
# of 0 in that case.) Nothing raises an error: a mask turned around has to be looked for.
# --- ko
# 뒤쪽은 보게 했고, 앞쪽과 자기 자신은 가렸습니다. 끝에서 두 번째 단어에게는 마지막 단어 하나만 보이므로 출력되는 가중치가 1.0입니다. 마지막 단어는
# 볼 것이 없습니다. 짧게 줄인 이 층에서는 점수가 모두 -1e9가 되어, 마치 모두 보아도 되는 것처럼 소프트맥스가 몫을 똑같이 나눕니다. 패키지에 있는
# 층이라면 이때 가중치가 0입니다. 어느 쪽이든 오류는 나지 않으므로, 뒤집힌 마스크는 일부러 찾아보아야 합니다.

# %% [markdown] fit-means
# --- en
# The LSTM. At length 40 the transformer is at 1.000 after 8 epochs, most of it learned by the third; the LSTM is near 0.5, with a
# loss near 0.69. (Both seeds tried, 0 and 1, agree. A seed may differ, the plateau of the LSTM is the rule.)
# --- ko
# LSTM입니다. 길이 40에서 8에포크가 지나면 트랜스포머는 1.000이고, 배울 것은 대부분 세 번째 에포크까지 배웁니다. LSTM은 아직 0.5 근처이고 손실은 0.69
# 근처입니다. 시드 0과 1로 해 보았을 때 둘 다 그랬습니다. 시드에 따라 다를 수 있지만 LSTM은 대개 정체 구간에 있습니다.

# %% [markdown] losses-mean
# --- en
# One of five in our run: seed 1, whose loss drops in epoch 7 and which reaches 1.000; the others end between 0.48 and 0.52, all with
# a loss of 0.68 or more. Seed 0 is worth a look: its loss lay near 0.62 from epoch 10 to 19 and then went back to 0.69. Other
# versions give other seeds; what is right is any small number, each with its loss curve, and the remark that five runs do not make
# a rate.
# --- ko
# 실행해 보니 다섯 가운데 하나였습니다. 시드 1은 7번째 에포크에 손실이 뚝 떨어져 정확도 1.000에 이르렀고, 나머지는 0.48에서 0.52 사이에서
# 끝났으며 마지막 손실은 모두 0.68 이상이었습니다. 시드 0의 곡선은 눈여겨볼 만합니다. 10번째부터 19번째 에포크까지 0.62 근처에 있다가 다시
# 0.69로 돌아갔습니다. 버전이 다르면 다른 시드가 성공할 수 있습니다. 몇 개 안 되는 수를 손실 곡선과 함께 답하고,
# 다섯 번의 실험으로는 성공률을 말할 수 없다는 점을 덧붙였다면 맞는 답입니다.

# %% [markdown] chrono-means
# --- en
# Mostly. With five seeds three ended at 1.000, one at 0.883, still on its way, and one at 0.503; with Keras' own start none solved
# length 160, all five between 0.46 and 0.52. The chrono start draws u up to T - 1, so it grows with the length by itself; what does not grow is the budget.
# --- ko
# 대체로 통합니다. 시드 다섯 개 가운데 셋은 1.000에 이르렀고, 하나는 0.883으로 아직 올라가는 중이었으며, 하나는 0.503에 머물렀습니다. 케라스의
# 초깃값으로는 다섯 모두 0.46에서 0.52 사이로, 길이 160을 푼 시드가 없었습니다. 크로노 초기화는 u를 T - 1까지 뽑으므로 길이에 저절로 맞추어집니다. 다만 훈련 조건은 그대로라서 시간이 모자라는 시드도 있습니다.

# %% [markdown] solution-means
# --- en
# The ceiling is 0.563 at length 40, so accuracies near 0.56 are to be expected, and the attention to the first step is 1/40, that is
# 0.025. The longer the sequence, the less one sign out of many tells about the first.
# --- ko
# 길이 40에서 한계는 0.563이므로 정확도는 0.56 근처가 되고, 첫 스텝에 준 가중치는 1/40, 곧 0.025입니다. 시퀀스가 길수록 부호의 개수만으로는 첫
# 부호를 알기 어렵습니다.
