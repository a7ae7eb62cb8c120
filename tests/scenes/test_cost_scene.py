"""Scene 9, the price: scores counted one row at a time, bytes one number at a time."""

from keras_attention.cost import attention_multiply_adds
from keras_attention.scenes.registry import find

LENGTHS = (128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def _scores(length):
    return sum(length for _ in range(length))


def _bytes(memory):
    number, unit = memory.split()
    return int(number.replace(",", "")) * UNITS[unit]


def test_scores_and_memory_of_every_setting():
    scene = find("cost")
    assert [option.en for option in scene.controls[0].options] == [f"{length:,}" for length in LENGTHS]
    for place, length in enumerate(LENGTHS):
        for kept, matrices in enumerate((1, 12, 12 * 12)):
            shown, taken = scene.shown(place, kept), 4 * matrices * _scores(length)  # float32: four bytes
            (tokens, scores, memory), double, factors = shown.rows
            assert (tokens, scores, _bytes(memory)) == (length, _scores(length), taken)
            assert (*double[:2], _bytes(double[2])) == (2 * length, _scores(2 * length), 4 * taken)
            assert factors[1:] == (4, 4) and shown.number == f"{scores:,}" and shown.sentence.en.endswith(f"{memory}.")
            everywhere = [4 * matrices * _scores(each) for each in LENGTHS]
            memories = [scene.shown(each, kept).rows[0][2] for each in range(len(LENGTHS))]
            assert [_bytes(each) for each in memories] == everywhere
            assert list(shown.printed[-9:]) == [int(each.split()[0].replace(",", "")) for each in memories]


def test_the_figures_of_the_course():
    scene = find("cost")
    short, long, longest = (LENGTHS.index(length) for length in (4096, 8192, 32768))
    assert scene.shown(short, 0).rows[0][1:] == (16_777_216, "64 MiB")
    assert scene.shown(long, 0).rows[0][1:] == (67_108_864, "256 MiB")
    assert scene.shown(longest, 0).rows[0][1:] == (1_073_741_824, "4 GiB")
    assert "16,777,216 become 67,108,864" in scene.notice.en and "16,777,216개가 67,108,864개" in scene.notice.ko


def test_projections_cost_more_below_twice_the_width():
    assert "up to 1,536 tokens in BERT base" in find("cost").limits.en
    for length, sign in ((1535, -1), (1536, 0), (1537, 1)):
        projections = 4 * length * 768 * 768
        rest = attention_multiply_adds(768, batch=1, length=length) - projections
        assert (rest > projections) - (rest < projections) == sign
