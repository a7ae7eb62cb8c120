"""Terms of the field, whether the glossary has them or not: whichever a text uses must have a row there."""

# English | Korean, one pair a line. The Korean word is left out where it is an everyday word as well.
_PAIRS = """
accuracy | 정확도
activation function | 활성화 함수
associative recall | 연상 회상
attention | 어텐션
attention map | 어텐션 맵
attention score | 어텐션 점수
attention weight | 어텐션 가중치
axis | -
backend | 백엔드
backpropagation | 역전파
baseline | 기준 모델
batch | 배치
batch size | 배치 크기
beam search | 빔 서치
bottleneck | 병목
broadcasting | 브로드캐스팅
callback | 콜백
causal mask | 인과 마스크
cell state | 셀 상태
chance level | 무작위 추측 수준
checkpoint | 체크포인트
chrono initialization | 크로노 초기화
column space | 열공간
context length | 문맥 길이
context window | 컨텍스트 윈도우
contraction | 축약
convolution | 합성곱
cosine similarity | 코사인 유사도
covariance | 공분산
cross-attention | 크로스 어텐션
cross-entropy | 교차 엔트로피
cross-validation | 교차 검증
data augmentation | 데이터 증강
decoder | 디코더
dense layer | 밀집 층
diffusion model | 확산 모델
distillation | 증류
dot product | 내적
dropout | 드롭아웃
early stopping | 조기 종료
eigenvalue | 고윳값
einsum | -
embedding | 임베딩
encoder | 인코더
encoder-decoder | 인코더-디코더
epoch | 에포크
feed-forward network | 피드 포워드 신경망
few-shot | 퓨샷
fine-tuning | 미세 조정
first-step recall | 첫 신호 기억하기
forget gate | 망각 게이트
gradient | 기울기
gradient descent | 경사 하강법
greedy decoding | 그리디 디코딩
GRU | GRU
hallucination | 환각
hidden state | 은닉 상태
hyperparameter | 하이퍼파라미터
inference | 추론
initialization | 초기화
instruction tuning | 인스트럭션 튜닝
key-value cache | KV 캐시
language model | 언어 모델
large language model | 대규모 언어 모델
layer normalization | 층 정규화
learning rate | 학습률
logit | 로짓
LoRA | LoRA
low rank | 저랭크
LSTM | LSTM
mask | 마스크
matrix multiplication | 행렬 곱셈
mixed precision | 혼합 정밀도
multi-head attention | 멀티 헤드 어텐션
multiply-add | 곱셈-누산
optimizer | 옵티마이저
order-blind ceiling | 순서를 모를 때의 한계
overfitting | 과적합
padding | 패딩
padding mask | 패딩 마스크
parameter | 파라미터
permutation equivariance | 순열 등변성
perplexity | 퍼플렉시티
plateau | 정체 구간
pooling | 풀링
position embedding | 위치 임베딩
positional encoding | 위치 인코딩
pretraining | 사전 훈련
projection | 투영
prompt | 프롬프트
quantization | 양자화
query | 쿼리
recurrent network | 순환 신경망
regularization | 규제
reproducibility | 재현성
residual connection | 잔차 연결
retrieval-augmented generation | 검색 증강 생성
sampling | 샘플링
scaled dot-product attention | 스케일드 닷 프로덕트 어텐션
seed | 시드
self-attention | 셀프 어텐션
sequence | 시퀀스
sigmoid | 시그모이드
singular value decomposition | 특잇값 분해
sinusoidal encoding | 사인·코사인 위치 인코딩
sliding window mask | 슬라이딩 윈도우 마스크
soft lookup | 비율대로 섞어 찾기
softmax | 소프트맥스
subscript | 첨자
subword | 부분 단어
tensor | 텐서
token | 토큰
tokenizer | 토크나이저
top-k | top-k
transfer learning | 전이 학습
transformer | 트랜스포머
transformer block | 트랜스포머 블록
transpose | 전치
underfitting | 과소적합
validation set | 검증 세트
vanishing gradient | 기울기 소실
variance | 분산
vocabulary | 어휘 사전
weighted average | 가중 평균
"""

PAIRS = [tuple(part.strip() for part in line.split("|")) for line in _PAIRS.strip().splitlines()]

# What another book may call the same thing, and what this project does not, because one word is enough. Forms that are
# wrong everywhere stand in tests/colab/korean_terms.py.
OTHER_WORDS = {
    "내적": ["점곱"],
    "멀티 헤드 어텐션": ["멀티-헤드"],
    "어텐션 점수": ["어텐션 스코어"],
    "크로스 어텐션": ["교차 어텐션"],
    "인과 마스크": ["코잘", "인과적 마스크"],
    "위치 인코딩": ["포지셔널"],
    "순열 등변성": ["순열 동변성"],
    "잔차 연결": ["스킵 연결", "숏컷"],
    "층": ["레이어"],
    "피드 포워드 신경망": ["피드포워드", "피드 포워드 네트워크"],
    "어휘 사전": ["어휘사전"],
    "기울기": ["그레이디언트"],
    "에포크": ["에폭"],
    "배치": ["미니 배치"],
    "교차 엔트로피": ["크로스 엔트로피"],
    "과적합": ["과대적합"],
    "미세 조정": ["파인튜닝", "파인 튜닝"],
    "사전 훈련": ["사전 학습"],
    "KV 캐시": ["키-값 캐시", "키 값 캐시"],
    "밀집 층": ["완전 연결 층"],
    "브로드캐스팅": ["방송"],
    "스텝": ["타임 스텝"],
    "옵티마이저": ["최적화 알고리즘"],
    "무작위 추측 수준": ["우연 수준"],
    "어텐션 맵": ["어텐션 지도"],
}
