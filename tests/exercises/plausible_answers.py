"""Plausible wrong answers, collected from the questions alone, without a look at the checks.

`ANSWERS` maps "lesson/exercise/answer" to (wrong answer, the idea behind it, the slip that is this idea): the name of
the slip, "other" for an honest "not this", None for a sentence on the form of the answer. Answers and ideas came
first; the slips were added afterwards, by reading what each check says beside the idea.
"""

import numpy as np

# bonus_4/future_mask


def mask_transposed(length):
    return np.triu(np.ones((length, length), dtype=bool))


def mask_without_self(length):
    return np.tril(np.ones((length, length), dtype=bool), k=-1)


def mask_one_too_far(length):
    return np.tril(np.ones((length, length), dtype=bool), k=1)


def mask_forbidden_is_true(length):
    return np.triu(np.ones((length, length), dtype=bool), k=1)


def mask_everybody(length):
    return np.ones((length, length), dtype=bool)


def mask_only_self(length):
    return np.eye(length, dtype=bool)


def mask_all_but_self(length):
    return ~np.eye(length, dtype=bool)


def mask_to_be_added(length):
    return np.where(np.tril(np.ones((length, length))) > 0, 0.0, -np.inf)


def mask_two_last(length):
    rows, columns = np.indices((length, length))
    return (columns <= rows) & (columns >= rows - 1)


def mask_last_row_only(length):
    return np.arange(length) <= length - 1


def mask_antidiagonal(length):
    return np.tril(np.ones((length, length), dtype=bool))[::-1]


# bonus_4/training_pairs


def _windows(ids, length, shift=0):
    ids = np.asarray(ids)
    starts = np.arange(len(ids) - length)
    return ids[starts[:, None] + np.arange(length)[None, :] + shift]


def pairs_same(ids, length):
    inputs = _windows(ids, length)
    return inputs, inputs.copy()


def pairs_last_only(ids, length):
    ids = np.asarray(ids)
    return _windows(ids, length), ids[length:]


def pairs_last_repeated(ids, length):
    inputs = _windows(ids, length)
    after = np.asarray(ids)[length:]
    return inputs, np.repeat(after[:, None], length, axis=1)


def pairs_swapped(ids, length):
    return _windows(ids, length, 1), _windows(ids, length)


def pairs_rolled_in_run(ids, length):
    inputs = _windows(ids, length)
    return inputs, np.roll(inputs, -1, axis=1)


def pairs_rolled_wrong_way(ids, length):
    inputs = _windows(ids, length)
    return inputs, np.roll(inputs, 1, axis=1)


def pairs_rolled_axis_zero(ids, length):
    inputs = _windows(ids, length)
    return inputs, np.roll(inputs, -1, axis=0)


def pairs_two_ahead(ids, length):
    ids = np.asarray(ids)
    starts = np.arange(len(ids) - length - 1)[:, None] + np.arange(length)[None, :]
    return ids[starts], ids[starts + 2]


def pairs_next_run(ids, length):
    ids = np.asarray(ids)
    runs = len(ids) // length
    cut = ids[: runs * length].reshape(runs, length)
    return cut[:-1], cut[1:]


def pairs_transposed(ids, length):
    return _windows(ids, length).T, _windows(ids, length, 1).T


def pairs_shorter(ids, length):
    run = _windows(ids, length)
    return run[:, :-1], run[:, 1:]


def pairs_plus_one(ids, length):
    inputs = _windows(ids, length)
    return inputs, inputs + 1


def pairs_around_the_end(ids, length):
    ids = np.asarray(ids)
    following = np.roll(ids, -1)
    starts = np.arange(len(ids) - length + 1)[:, None] + np.arange(length)[None, :]
    return ids[starts], following[starts]


# bonus_4/writing_loop


def write_with_start(predict, start, count):
    row = list(start)
    for _ in range(count):
        row.append(int(np.argmax(np.asarray(predict(row))[-1])))
    return row


def write_first_row(predict, start, count):
    row = list(start)
    for _ in range(count):
        row.append(int(np.argmax(np.asarray(predict(row))[0])))
    return row[len(start) :]


def write_without_append(predict, start, count):
    return [int(np.argmax(np.asarray(predict(list(start)))[-1])) for _ in range(count)]


def write_all_at_once(predict, start, count):
    best = np.argmax(np.asarray(predict(list(start))), axis=-1)
    return [int(number) for number in best[:count]]


def write_least_likely(predict, start, count):
    row = list(start)
    for _ in range(count):
        row.append(int(np.argmin(np.asarray(predict(row))[-1])))
    return row[len(start) :]


def write_flat_argmax(predict, start, count):
    row = list(start)
    for _ in range(count):
        scores = np.asarray(predict(row))
        row.append(int(np.argmax(scores)) % scores.shape[1])
    return row[len(start) :]


def write_best_position(predict, start, count):
    row = list(start)
    for _ in range(count):
        row.append(int(np.argmax(np.asarray(predict(row))[:, -1])))
    return row[len(start) :]


def write_one_short(predict, start, count):
    row = list(start)
    for _ in range(count - 1):
        row.append(int(np.argmax(np.asarray(predict(row))[-1])))
    return row[len(start) :]


def write_one_more(predict, start, count):
    row = list(start)
    for _ in range(count + 1):
        row.append(int(np.argmax(np.asarray(predict(row))[-1])))
    return row[len(start) :]


def write_only_last_character(predict, start, count):
    current, new = start[-1], []
    for _ in range(count):
        current = int(np.argmax(np.asarray(predict([current]))[-1]))
        new.append(current)
    return new


def write_forgets_start(predict, start, count):
    new = []
    for _ in range(count):
        new.append(int(np.argmax(np.asarray(predict(new if new else list(start)))[-1])))
    return new


def write_at_the_front(predict, start, count):
    row = list(start)
    for _ in range(count):
        row.insert(0, int(np.argmax(np.asarray(predict(row))[-1])))
    return row[:count]


def write_second_last_row(predict, start, count):
    row = list(start)
    for _ in range(count):
        scores = np.asarray(predict(row))
        row.append(int(np.argmax(scores[max(len(scores) - 2, 0)])))
    return row[len(start) :]


def write_highest_scores(predict, start, count):
    row, best = list(start), []
    for _ in range(count):
        scores = np.asarray(predict(row))[-1]
        row.append(int(np.argmax(scores)))
        best.append(float(np.max(scores)))
    return best


# m03_10_4/dense_by_hand


def dense_not_transposed(x, w, c):
    return x @ w + c


def dense_reshaped(x, w, c):
    return x @ w.reshape(w.shape[1], w.shape[0]) + c


def dense_without_bias(x, w, c):
    return np.einsum("bi,ji->bj", x, w)


def dense_columns(x, w, c):
    return w @ x.T + c[:, None]


def dense_minus_bias(x, w, c):
    return x @ w.T - c


def dense_with_relu(x, w, c):
    return np.maximum(x @ w.T + c, 0)


def dense_bias_summed(x, w, c):
    return x @ w.T + c.sum()


def dense_bias_times(x, w, c):
    return (x @ w.T) * c


def dense_first_example(x, w, c):
    return w @ x[0] + c


def dense_batch_summed(x, w, c):
    return np.einsum("bi,ji->j", x, w) + c


def dense_products_not_summed(x, w, c):
    return np.einsum("bi,ji->bji", x, w) + c[:, None]


def dense_bias_for_every_input(x, w, c):
    return x @ w.T + x.shape[1] * c


def dense_divided(x, w, c):
    return x @ w.T / np.sqrt(x.shape[1]) + c


# m03_10_4/split_into_heads


def split_reshape_only(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, num_heads, t, d // num_heads)


def split_no_transpose(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, num_heads, d // num_heads)


def split_every_hth(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, d // num_heads, num_heads).transpose(0, 3, 1, 2)


def split_transposed_too_far(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, num_heads, d // num_heads).transpose(0, 2, 3, 1)


def split_heads_first(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, num_heads, d // num_heads).transpose(2, 0, 1, 3)


def split_transpose_first(x, num_heads):
    b, t, d = x.shape
    return x.transpose(0, 2, 1).reshape(b, num_heads, t, d // num_heads)


def split_heads_of_width_h(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, d // num_heads, num_heads).transpose(0, 2, 1, 3)


def split_whole_width(x, num_heads):
    return np.repeat(x[:, None], num_heads, axis=1)


def split_heads_reversed(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, num_heads, d // num_heads).transpose(0, 2, 1, 3)[:, ::-1]


def split_first_slots_everywhere(x, num_heads):
    width = x.shape[-1] // num_heads
    return np.stack([x[..., :width]] * num_heads, axis=1)


def split_overlapping(x, num_heads):
    width = x.shape[-1] // num_heads
    return np.stack([x[..., h : h + width] for h in range(num_heads)], axis=1)


def split_tokens_flipped(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, t, num_heads, d // num_heads).transpose(0, 2, 1, 3)[:, :, ::-1]

ANSWERS = {
    "bonus_4/fifty_fifty/query": [
        (
            [1, 1],
            "Uses the sum of both keys as the query, and the third key wins because it matches both parts.",
            "both positive",
        ),
        (
            [10, 10],
            "Makes the query larger so that both keys score high, which only sharpens the win of position 2.",
            "both positive",
        ),
        ([0.5, 0.5], "Writes the wanted weights down as the query.", "both positive"),
        ([0.45, 0.45], "Copies the demanded minimum of each weight into the query.", "both positive"),
        ([0, 0], "Takes equal scores for everybody, which gives a third to each position.", "zero"),
        ([10, -10], "Wants a difference between the two keys, which gives everything to position 0.", "one side"),
        ([-10, 10], "Gives one part the wrong sign, so that everything goes to position 1.", "one side"),
        ([-1, -1], "Has the right direction but a query too short to push position 2 below a tenth.", "too faint"),
        (
            [1, -1],
            "Looks for a query orthogonal to the key of position 2 and forgets that it prefers position 0.",
            "one side",
        ),
        ([1, 0], "Copies the key of position 0 as the query.", "one side"),
        ([0, -10], "Pushes only one of the two parts down, so that position 0 takes everything.", "one side"),
        ([-10, -8], "Overlooks that the two parts must be equal for equal weights.", "not balanced"),
    ],
    "bonus_4/future_mask/mask": [
        (
            mask_transposed,
            "Confuses rows and columns, so that everybody sees only itself and the future.",
            "columns for rows",
        ),
        (
            mask_without_self,
            "Starts the triangle one below the diagonal, so that no position may look at itself.",
            "not itself",
        ),
        (
            mask_one_too_far,
            "Starts the triangle one above the diagonal, so that the next character is visible.",
            "one too far",
        ),
        (mask_forbidden_is_true, "Marks what is forbidden with True.", "inverted"),
        (mask_everybody, "Lets everybody look everywhere, as in an encoder.", "no mask"),
        (mask_only_self, "Lets every position look at itself only.", "only itself"),
        (mask_all_but_self, "Thinks only the own position must be hidden.", "sees the future"),
        (
            mask_to_be_added,
            "Returns the numbers to add to the scores, 0 for allowed, which reads as False.",
            "additive",
        ),
        (mask_two_last, "Allows only the position itself and the one before.", "other"),
        (mask_last_row_only, "Gives one row of booleans for the last query instead of a square.", None),
        (mask_antidiagonal, "Builds the triangle upside down, so that the first query sees most.", "sees the future"),
    ],
    "bonus_4/no_scaling/without": [
        ([0.401, 0.419, 0.421], "Reports the means with the division as those without.", "divided"),
        ([0.962, 0.887, 0.577], "Lists the widths in the reverse order.", "upside down"),
        (
            [1 / 6, 1 / 6, 1 / 6],
            "Averages every weight instead of the largest, which is always a sixth.",
            "mean weight",
        ),
        ([0.017, 0.0, 0.0], "Averages the smallest weight instead of the largest.", "other"),
        ([0.281, 0.194, 0.176], "Divides by the width although nothing should be divided.", "divided by d_k"),
        ([0.744, 0.986, 0.998], "Multiplies the scores by the square root of the width.", "other"),
        ([0.36, 0.739, 0.904], "Divides by the square root of the number of keys.", "other"),
        (
            [0.243, 0.495, 0.772],
            "Draws from numbers between 0 and 1 instead of the standard normal distribution.",
            "other",
        ),
        ([0.805, 0.953, 0.983], "Draws two keys instead of six.", "other"),
        ([0.203, 0.155, 0.099], "Reports the spread of the largest weight instead of its mean.", "other"),
        ([1.0, 1.0, 1.0], "Takes softmax for a maximum that gives everything to one key.", "other"),
    ],
    "bonus_4/no_scaling/with": [
        ([0.577, 0.887, 0.962], "Reports the means without the division as those with.", "undivided"),
        ([1 / 6, 1 / 6, 1 / 6], "Thinks the division makes the weights equal.", "mean weight"),
        ([0.281, 0.194, 0.176], "Divides by the width instead of its square root.", "divided by d_k"),
        ([0.744, 0.986, 0.998], "Multiplies by the square root instead of dividing.", "other"),
        ([0.36, 0.739, 0.904], "Divides by the square root of the number of keys instead of the width.", "other"),
        ([0.049, 0.039, 0.039], "Averages the smallest weight instead of the largest.", "other"),
        (
            [0.203, 0.204, 0.204],
            "Draws from numbers between 0 and 1 instead of the standard normal distribution.",
            "other",
        ),
        ([0.708, 0.723, 0.726], "Draws two keys instead of six.", "other"),
        (
            [0.289, 0.111, 0.043],
            "Divides the means of the first part by a root instead of dividing the scores.",
            "other",
        ),
        ([0.22, 0.224, 0.225], "Takes the second largest weight.", "other"),
        ([0.144, 0.126, 0.126], "Reports the spread of the largest weight instead of its mean.", "other"),
    ],
    "bonus_4/one_or_eight_heads/counts": [
        ([40145, 321160], "Multiplies the whole model by the number of heads.", "one of them"),
        (
            [10036, 80290],
            "Takes the parameters as proportional to the heads, from the 4 heads given.",
            "grows with heads",
        ),
        ([40145, 80290], "Doubles the parameters because 8 is twice 4.", "one of them"),
        ([20072, 80290], "Thinks fewer heads must halve and more heads must double the model.", "grows with heads"),
        ([40145, 5018], "Divides by the number of heads because every head becomes narrower.", "one of them"),
        ([160580, 20072], "Thinks wide heads cost more, in the ratio of the widths.", "shrinks with heads"),
        ([40142, 40149], "Counts one parameter for every head.", "grows with heads"),
        ([9408, 9408], "Counts one attention layer instead of the model.", "other"),
        ([18816, 18816], "Counts the attention layers of both blocks and forgets the rest.", "other"),
    ],
    "bonus_4/one_or_eight_heads/head_widths": [
        ([48, 48], "Thinks every head has the full width.", "full width"),
        ([6, 48], "Swaps the two cases.", "upside down"),
        ([1, 8], "Takes the number of heads for the width.", "number of heads"),
        ([48, 384], "Multiplies the width by the heads instead of dividing.", "multiplied"),
        ([12, 12], "Keeps the width of a head with 4 heads.", "unchanged"),
        ([12, 96], "Multiplies the old width of a head by the number of heads.", "other"),
        ([12, 1.5], "Divides the width of a head with 4 heads once more.", "other"),
        ([24, 3], "Divides by the heads and by the two blocks.", "other"),
        ([47, 40], "Subtracts the number of heads from the width.", "other"),
        ([3, 24], "Scales the old width in proportion to the number of heads.", "other"),
    ],
    "bonus_4/one_or_eight_heads/weights_shape": [
        ((2, 12, 12), "Forgets the axis of the heads.", "heads missing"),
        ((8, 12, 12), "Forgets the axis of the batch.", "batch missing"),
        ((2, 4, 12, 12), "Keeps the 4 heads of Code 3.", "other"),
        ((2, 8, 12, 6), "Gives the shape of the queries instead of the weights.", "heads of the values"),
        ((2, 12, 8, 6), "Gives the shape after cutting the last axis and before the transpose.", "heads of the values"),
        ((2, 8, 12, 48), "Takes the whole width as the last axis.", "other"),
        ((2, 12, 48), "Gives the shape of the output of the layer.", "output"),
        ((2, 8, 6, 6), "Takes slots against slots instead of tokens against tokens.", "other"),
        ((12, 12), "Gives the weights of one head and one sequence.", "one map"),
        ((2, 8, 12), "Thinks there is one weight for every token.", "other"),
        ((2, 8, 11, 11), "Counts one token too few, from 0 to 11.", "other"),
    ],
    "bonus_4/ten_pairs/length": [
        (10, "Counts the pairs instead of the tokens.", "other"),
        (20, "Counts two tokens for each pair and forgets that a key is asked for at the end.", "pairs only"),
        (12, "Thinks the length does not change.", "unchanged"),
        (11, "Counts one token for each pair and one for the question.", "other"),
        (17, "Adds one token for each of the five new pairs to the twelve of before.", "other"),
        (30, "Counts three tokens for each pair.", "other"),
        (14, "Gives the number of keys to choose from.", "keys"),
        (40, "Counts the two tokens of each pair twice.", "other"),
        (100, "Multiplies the ten pairs with themselves.", "other"),
        (28, "Counts two tokens for each of the 14 keys.", "other"),
    ],
    "bonus_4/ten_pairs/ten_ceiling": [
        (0.1, "Guesses one of the ten places, though values repeat.", "one of ten"),
        (0.125, "Gives the plain guess among eight values.", "guessing"),
        (0.39, "Keeps the number of the five pairs.", "unchanged"),
        (0.74, "Gives the chance that a certain value stands in the list.", "other"),
        (3.02, "Gives how often the most frequent value occurs and forgets to divide by ten.", "a count"),
        (0.6, "Divides by five pairs instead of ten.", "other"),
        (0.38, "Divides the count of the most frequent value by the eight values.", "other"),
        (0.07, "Guesses among the 14 keys.", "other"),
        (0.8, "Divides the eight values by the ten pairs.", "other"),
        (1.0, "Thinks knowing the values is enough to answer.", "order is known"),
        (0.21, "Guesses one of the ten listed values at random instead of the most frequent one.", "any listed value"),
    ],
    "bonus_4/training_pairs/pairs": [
        (pairs_same, "Takes the inputs themselves as targets.", "not shifted"),
        (pairs_last_only, "Gives one target for every run, the character after it.", "last only"),
        (pairs_last_repeated, "Repeats the character after the run at every position.", "other"),
        (pairs_swapped, "Swaps inputs and targets, so that the model predicts the past.", "backwards"),
        (pairs_rolled_in_run, "Rolls every run, so that its last target is its own first character.", "other"),
        (pairs_rolled_wrong_way, "Rolls every run in the wrong direction.", "other"),
        (pairs_rolled_axis_zero, "Rolls along the axis of the runs, so that the last run gets the first.", "other"),
        (pairs_two_ahead, "Shifts by two instead of one.", "two places"),
        (pairs_next_run, "Takes the whole next run as the targets.", "next run"),
        (pairs_transposed, "Puts the positions on the first axis and the runs on the second.", "no runs"),
        (pairs_shorter, "Cuts runs of the length before shifting, so that a position is missing.", "other"),
        (pairs_plus_one, "Adds one to the number of a character instead of moving one place on.", "other"),
        (pairs_around_the_end, "Lets the last target of the last run come from the beginning of the row.", "other"),
    ],
    "bonus_4/without_positions/impossible": [
        ("a", "Thinks attention without positions cannot find the asked key in the list at all.", "a"),
        ("c", "Thinks the values cannot be seen without positions.", "c"),
        ("d", "Overlooks that the last token is read at its own place.", "d"),
        ("abcd", "Thinks nothing can be learned without positions.", None),
        ("e", "Gives a letter that is not among the choices.", None),
        ("ab", "Cannot decide between finding the key and finding its value, and gives both.", None),
        ("cd", "Thinks contents are lost along with the order.", None),
    ],
    "bonus_4/without_positions/ceiling": [
        (0.125, "Gives the plain guess among eight values.", "guessing"),
        (0.2, "Guesses one of five places and ignores that values repeat.", "one of five"),
        (0.268, "Guesses at random among the different listed values instead of taking the most frequent.", "other"),
        (0.3, "Guesses a listed place at random instead of the most frequent value.", "any listed value"),
        (0.487, "Gives the chance that a certain value is in the list.", "other"),
        (0.625, "Divides the five listed by the eight possible values.", "other"),
        (1.933, "Gives how often the most frequent value occurs and forgets to divide by five.", "a count"),
        (0.242, "Divides the count of the most frequent value by eight instead of five.", "other"),
        (0.795, "Gives the chance that some value repeats.", "other"),
        (0.205, "Gives the chance that all five values are different.", "other"),
        (1.0, "Thinks knowing the values is enough to answer.", "order is known"),
        (0.302, "Gives the number for ten pairs.", "any listed value"),
    ],
    "bonus_4/writing_loop/write": [
        (write_with_start, "Returns the start together with the new numbers.", "with the start"),
        (write_first_row, "Reads the scores after the first position instead of the last.", "first row"),
        (write_without_append, "Never feeds a new number back, so that the same one repeats.", "not appended"),
        (write_all_at_once, "Takes the best of every row of a single call instead of looping.", "wrong count"),
        (write_least_likely, "Takes the least likely character.", "other"),
        (
            write_flat_argmax,
            "Takes the character of the largest score anywhere in the table, not in the last row.",
            "other",
        ),
        (write_best_position, "Takes the maximum over the positions instead of the characters.", "other"),
        (write_one_short, "Writes one number too few.", "wrong count"),
        (write_one_more, "Writes one number too many.", "wrong count"),
        (write_only_last_character, "Shows the model only the last character and drops what came before.", "forgets"),
        (write_forgets_start, "Drops the start as soon as the first new number is there.", "other"),
        (write_at_the_front, "Puts the new numbers in front of the row.", "other"),
        (write_second_last_row, "Reads the row before the last and so predicts the last character again.", "other"),
        (write_highest_scores, "Returns the highest scores instead of the numbers of the characters.", "other"),
    ],
    "lesson_3_8/mixing/weights": [
        ([0.29, 0.29, 0.41], "Divides every score by the sum of the scores, without the exponential.", "in proportion"),
        ([0.27, 0.27, 0.47], "Divides the scores by the square root of 2 a second time.", "divided again"),
        ([0.2, 0.2, 0.6], "Multiplies the scores by the square root of 2 to undo the division.", "other"),
        ([1 / 3, 1 / 3, 1 / 3], "Gives every book the same weight.", "equal"),
        ([0.0, 0.0, 1.0], "Gives everything to the book with the highest score.", "largest wins"),
        ([0.5, 0.5, 0.0], "Thinks the two special books share everything.", "not positive"),
        ([0.41, 0.41, 0.18], "Uses exp of minus the scores.", "wrong book"),
        ([7.24, 7.24, 15.99], "Takes the exponentials and forgets to divide by their sum.", "not divided by the sum"),
        ([1.98, 1.98, 2.772], "Takes the scores themselves as the weights.", "scores"),
        ([0.25, 0.25, 0.5], "Squares the scores instead of taking the exponential.", "other"),
        ([0.52, 0.24, 0.24], "Puts the weights into descending order.", "wrong book"),
        ([0.88, 0.88, 0.94], "Uses a sigmoid for every score instead of softmax.", "one by one"),
    ],
    "lesson_3_8/mixing/mixture": [
        ([5.41, 5.41], "Mixes with the scores divided by their sum.", "weights in proportion"),
        ([5.33, 5.33], "Takes the plain mean of the contents.", "plain average"),
        ([6, 6], "Takes only the contents of the book with the highest score.", "largest wins"),
        ([16, 16], "Adds the contents without weights.", "plain sum"),
        ([36.43, 36.43], "Weights with the scores themselves.", "scores as weights"),
        ([2.38, 2.38], "Forgets the part of the third book.", "other"),
        ([3.15, 3.15], "Takes only the part of the third book.", "only the largest"),
        ([168.37, 168.37], "Weights with the exponentials without dividing by their sum.", "other"),
        ([1.84, 1.84], "Divides the weighted sum by the three books once more.", "divided by the count"),
        ([5.47, 5.47], "Divides the scores a second time before softmax.", "other"),
        ([5.61, 5.61], "Multiplies the scores by the square root of 2 before softmax.", "other"),
        ([2.38, 2.38, 6.3], "Sums the slots inside every book instead of over the books.", "one for each book"),
        ([11.05], "Adds the two slots of the mixture to one number.", "one number"),
    ],
    "lesson_3_8/no_division/undivided": [
        ([0.5747, 0.0598, 0.3655], "Leaves the division in.", "divided"),
        ([0.5187, 0.1047, 0.3766], "Divides by d_k instead of not at all.", "divided by d_k"),
        (
            [0.7066, 0.0077, 0.2858],
            "Multiplies by the square root of 2 instead of leaving the division out.",
            "multiplied",
        ),
        ([0.4902, 0.098, 0.4118], "Divides the scores by their sum, without the exponential.", "in proportion"),
        ([4.0, 0.8, 3.36], "Gives the scores instead of the weights.", "scores"),
        ([0.0365, 0.8944, 0.0691], "Gives the scores the wrong sign.", "other"),
        ([0.026, 0.6377, 0.3363], "Mixes up the first two books.", "other note"),
        ([0.6377, 0.3363, 0.026], "Sorts the weights.", "other"),
        ([1.0, 0.0, 0.0], "Gives everything to the highest score.", "largest wins"),
        ([0.9983, 0.0, 0.0017], "Uses the note that is ten times as long.", "largest wins"),
        ([54.6, 2.23, 28.79], "Takes the exponentials and forgets to divide by their sum.", "sum"),
        ([1 / 3, 1 / 3, 1 / 3], "Thinks that without the division all books are equal.", "other"),
    ],
    "lesson_3_8/no_division/long_divided": [
        (0.0017, "Swaps the cases with and without the division.", "undivided"),
        (0.3655, "Thinks the length of the note does not change the weights.", "short"),
        (0.9893, "Gives the weight of the first book.", "first book"),
        (0.0392, "Divides by d_k instead of its square root.", "divided by d_k"),
        (0.0242, "Divides by the square root of 3, the number of books.", "other"),
        (0.3363, "Gives the undivided weight of the short note.", "short"),
        (0.0, "Gives the weight of the second book.", "rounded away"),
        (3.6551, "Multiplies the weight by ten as the note is ten times as long.", "other"),
        (0.0366, "Divides the weight by ten as the note is ten times as long.", "other"),
        (23.7588, "Gives the score of the last book.", "other"),
        (0.4118, "Divides the scores by their sum, without the exponential.", "other"),
    ],
    "lesson_3_8/no_division/long_undivided": [
        (0.0107, "Swaps the cases with and without the division.", "divided"),
        (0.3363, "Thinks the length of the note does not change the weights.", "short"),
        (0.9983, "Gives the weight of the first book.", "first book"),
        (0.0392, "Divides by d_k although nothing should be divided.", "divided by d_k"),
        (0.0001, "Multiplies by the square root of 2.", "other"),
        (0.3655, "Gives the divided weight of the short note.", "short"),
        (33.6, "Gives the score of the last book.", "other"),
        (3.3627, "Multiplies the weight by ten as the note is ten times as long.", "other"),
        (0.0336, "Divides the weight by ten as the note is ten times as long.", "other"),
        (0.4118, "Divides the scores by their sum, without the exponential.", "other"),
        (1.0, "Thinks the last book wins because both of its numbers are matched.", "other"),
    ],
    "lesson_3_8/no_positions/accuracies": [
        ([1.0, 1.0, 1.0], "Reports the trained model with its positions still in.", "positions are there"),
        ([0.98, 0.99, 0.97], "Leaves the positions in and expects hardly any change.", "positions are there"),
        ([0.0, 0.0, 0.0], "Thinks a model that knows nothing is always wrong.", "other"),
        ([52, 49, 51], "Gives percents instead of fractions.", "percent"),
        ([0.52], "Trains one seed only.", "too few seeds"),
        ([0.52, 0.5], "Trains two seeds only.", "too few seeds"),
        (0.51, "Gives the mean instead of a number for every seed.", "too few seeds"),
        ([], "Hands in an empty list.", None),
        ([-0.02, 0.01, -0.01], "Gives the distance from guessing instead of the accuracy.", None),
        ([0.96, 1.0, 0.99], "Gives the accuracy on the training sequences instead of new ones.", "positions are there"),
    ],
    "lesson_3_8/no_positions/first_step": [
        (1.0, "Thinks the model still looks only at the first step.", "all of it"),
        (0.95, "Reports the attention with the positions still in.", "an accuracy"),
        (0.0, "Thinks a model without positions cannot see the first step at all.", "none of it"),
        (0.5, "Mistakes the chance of a right guess for the weight.", "an accuracy"),
        (10.0, "Gives percents instead of a fraction.", "percent"),
        (0.01, "Divides by the length twice.", "other"),
        (1 / 3, "Divides by the three seeds instead of the ten steps.", "other"),
        (0.3, "Adds the weights of three seeds instead of averaging.", "other"),
        (-0.1, "Gets the sign wrong.", "other"),
    ],
    "lesson_3_8/one_score/score": [
        (4.0, "Forgets the division.", "not divided"),
        (2.0, "Divides by d_k instead of its square root.", "divided by d_k"),
        (5.66, "Multiplies by the square root instead of dividing.", "multiplied"),
        (1.0, "Divides by d_k squared.", "other"),
        (0.98, "Divides by the lengths of both vectors, as for a cosine.", "angle only"),
        (0.57, "Crosses the slots and multiplies 2 by 0.4.", "other"),
        (3.39, "Adds the product crosswise as well and divides 4.8.", "sums multiplied"),
        (3.11, "Adds 0.4 although it meets a zero.", "other"),
        (-2.83, "Gets the sign wrong.", "other"),
        (2.31, "Divides by the square root of the three books.", "other"),
        (16.92, "Takes the exponential as well.", "other"),
        (1.41, "Writes down the divisor itself.", "other"),
        (0.28, "Sets the decimal point wrong.", "other"),
    ],
    "lesson_3_8/order/order": [
        ("a", "Thinks that the new order changes what every word sees.", "a"),
        ("c", "Thinks the outputs belong to the places and not to the words.", "c"),
        ("d", "Thinks attention looks at the neighbours, as a convolution does.", "d"),
        ("ac", "Cannot decide and gives two letters.", None),
        ("ad", "Thinks every moved word has other neighbours and so another output.", None),
        ("e", "Gives a letter that is not among the choices.", None),
        ("", "Leaves the letter empty.", None),
    ],
    "lesson_3_8/parameter_count/parameters": [
        (1048576, "Forgets the biases.", "no bias"),
        (8404992, "Multiplies by the number of heads.", "times heads"),
        (787968, "Forgets the output layer.", "three layers"),
        (262656, "Counts one dense layer instead of four.", "one layer"),
        (131328, "Counts the layers of one head only.", "one head"),
        (1049088, "Counts the biases of one layer only.", "one bias"),
        (1048580, "Counts one bias for each dense layer.", "other"),
        (525312, "Counts two of the four layers.", "other"),
        (1050656, "Adds a bias for each head in each layer.", "other"),
        (4096, "Multiplies the width by the heads.", "other"),
        (4104, "Multiplies width plus bias by the heads.", "other"),
    ],
    "lesson_3_8/parameter_count/sixteen": [
        (2101248, "Doubles the parameters with the heads.", "doubled"),
        (525312, "Halves the parameters because heads become half as wide.", "halved"),
        (1048576, "Forgets the biases.", "no bias"),
        (16809984, "Multiplies by the number of heads.", "times heads"),
        (65664, "Counts the layers of one head only.", "one head"),
        (787968, "Forgets the output layer.", "three layers"),
        (1838592, "Doubles query, key and value and keeps the output layer.", "other"),
        (1050632, "Adds one parameter for every new head.", "other"),
        (4202496, "Quadruples, as attention is quadratic.", "other"),
        (2097152, "Doubles and forgets the biases.", "doubled"),
    ],
    "lesson_3_8/twice_as_long/factor": [
        (2, "Thinks the scores grow as the tokens do.", "doubled"),
        (8, "Takes the third power of the factor.", "cubed"),
        (16, "Squares twice.", "fourth power"),
        (1, "Thinks the number of scores depends on the width only.", "unchanged"),
        (4096, "Gives the additional tokens.", "other"),
        (0.25, "Turns the ratio around.", "upside down"),
        (0.5, "Turns the ratio of the tokens around.", "other"),
        (1.41, "Takes the root of the factor.", "other"),
        (3, "Gives how many times the old number comes on top.", "increase"),
        (67108864, "Gives the new number of scores instead of the factor.", "count"),
        (50331648, "Gives the difference of the numbers of scores.", "difference"),
    ],
    "m03_10_4/dense_by_hand/dense": [
        (dense_not_transposed, "Forgets that the weight is stored as (out, in).", "not transposed"),
        (dense_reshaped, "Reshapes the weight where it must be transposed.", "other"),
        (dense_without_bias, "Forgets the bias.", "no bias"),
        (dense_columns, "Puts the batch last.", "transposed output"),
        (dense_minus_bias, "Subtracts the bias.", "minus bias"),
        (dense_with_relu, "Adds a ReLU that nobody asked for.", "other"),
        (dense_bias_summed, "Adds the sum of all biases to every output.", "other"),
        (dense_bias_times, "Multiplies by the bias.", "other"),
        (dense_first_example, "Computes the first example only.", "other"),
        (dense_batch_summed, "Sums over the batch as well.", "batch summed"),
        (dense_products_not_summed, "Keeps the letter i, so that the products are not summed.", "other"),
        (dense_bias_for_every_input, "Adds the bias inside the sum, once for every input.", "other"),
        (dense_divided, "Divides by the root of the width, as in attention.", "other"),
    ],
    "m03_10_4/head_account/head_width": [
        (512, "Thinks every head has the full width.", "full width"),
        (8, "Gives the number of heads.", "the root"),
        (16, "Divides the tokens by the heads.", "from the length"),
        (4096, "Multiplies by the heads instead of dividing.", "multiplied"),
        (128, "Gives the number of tokens, or divides by 4.", "other"),
        (4, "Divides the width by the tokens.", "other"),
        (32, "Divides by 16 instead of 8.", "other"),
        (22.63, "Takes the square root of the width.", "other"),
        (65, "Adds one for a bias.", "other"),
    ],
    "m03_10_4/head_account/steps": [
        (
            [(8, 128, 8, 64), (8, 8, 128, 64), (8, 8, 64, 64)],
            "Contracts the tokens, so that slots meet slots.",
            "still there",
        ),
        (
            [(8, 128, 8, 64), (8, 8, 128, 64), (8, 8, 128, 64)],
            "Gives the scores the shape of the queries.",
            "still there",
        ),
        (
            [(8, 128, 8, 64), (8, 8, 128, 64), (8, 128, 128)],
            "Forgets the heads in the scores.",
            "one map for each sequence",
        ),
        (
            [(8, 128, 8, 64), (8, 8, 128, 64), (8, 128, 8, 8)],
            "Lets heads look at heads instead of tokens at tokens.",
            "scores",
        ),
        (
            [(8, 128, 8, 64), (8, 128, 64, 8), (8, 8, 128, 128)],
            "Swaps the last two axes in the transpose.",
            "not brought forward",
        ),
        (
            [(8, 128, 64, 8), (8, 8, 128, 64), (8, 8, 128, 128)],
            "Splits the last axis in the wrong order.",
            "heads and width swapped",
        ),
        (
            [(8, 8, 128, 64), (8, 8, 128, 64), (8, 8, 128, 128)],
            "Thinks the split gives the final order already.",
            "reshape only",
        ),
        ([(8, 128, 8, 512), (8, 8, 128, 512), (8, 8, 128, 128)], "Gives every head the full width.", "cut"),
        (
            [(8, 128, 512), (8, 128, 8, 64), (8, 8, 128, 64)],
            "Begins with the start and never comes to the scores.",
            "cut",
        ),
        ([(8, 8, 16, 512), (8, 16, 8, 512), (8, 8, 16, 16)], "Cuts the tokens into heads instead of the width.", "cut"),
        ([(8, 128, 8, 64), (8, 8, 64, 128), (8, 8, 128, 128)], "Moves the tokens to the end.", "not brought forward"),
        ([(128, 8, 64), (8, 128, 64), (8, 128, 128)], "Leaves the batch out of every shape.", "cut"),
    ],
    "m03_10_4/head_account/multiply_adds": [
        (8388608, "Forgets the batch or the heads.", "batch or heads missing"),
        (1048576, "Counts one head of one example.", "number of scores"),
        (134217728, "Counts multiplications and additions separately.", "counted twice"),
        (536870912, "Gives each of the 8 heads the full width.", "times heads"),
        (524288, "Counts the tokens once instead of queries times keys.", "one length"),
        (33554432, "Halves because the scores are symmetric.", "other"),
        (268435456, "Counts the dense layer of the queries, B T d d.", "other"),
        (4294967296, "Multiplies by the width of a head twice.", "other"),
    ],
    "m03_10_4/head_account/single_head": [
        (8388608, "Thinks one head takes an eighth of the work.", "eighth"),
        (536870912, "Thinks a head eight times as wide takes eight times the work.", "eightfold"),
        (134217728, "Counts multiplications and additions separately.", "counted twice"),
        (1048576, "Keeps the width of 64 and forgets the batch.", "number of scores"),
        (131072, "Counts the scores of the batch and forgets the width.", "other"),
        (524288, "Counts the tokens once instead of queries times keys.", "one length"),
        (268435456, "Counts the dense layer of the queries, B T d d.", "other"),
        (4294967296, "Multiplies the work by the square of eight.", "other"),
        (33554432, "Halves because the scores are symmetric.", "other"),
        (34359738368, "Multiplies by the width twice.", "other"),
    ],
    "m03_10_4/implicit_order/explicit": [
        ("ij,jh->ih", "Thinks the letters come in the order in which they appear, as in A @ B.", "product"),
        ("ij,jh->hj", "Sums i instead of the repeated letter.", "other"),
        ("ij,jh->ijh", "Thinks nothing is summed without an arrow.", "nothing summed"),
        ("ij,jh->hij", "Sorts all letters and sums none.", "nothing summed"),
        ("ij,jh->", "Thinks that without an arrow everything is summed.", "everything summed"),
        ("ij,jh->ij", "Keeps the letters of the first matrix.", "other"),
        ("ij,jh->jh", "Keeps the letters of the second matrix.", "other"),
        ("ij,jh->j", "Keeps only the repeated letter.", "other"),
        ("jh,ij->hi", "Swaps the letters of the matrices although the matrices stay.", None),
        ("ji,hj->ih", "Transposes both matrices instead of the product.", None),
        ("ij,jh->ji", "Reverses the letters of the first matrix.", "other"),
        ("ij,hj->hi", "Transposes B along with the result.", None),
    ],
    "m03_10_4/low_rank_proof/share": [
        (0.00390625, "Counts one of the two factors only.", "one factor"),
        (0.9921875, "Gives the share that is saved instead of the one that is left.", "saved"),
        (131072, "Gives the number of parameters instead of the share.", "the count"),
        (128, "Turns the ratio around.", "upside down"),
        (0.0000152587890625, "Squares r / d, as if an r x r weight were left.", "rank squared"),
        (0.015625, "Counts both factors twice.", "doubled"),
        (0.0625, "Takes 1 / r, or the root of the share of one factor.", "other"),
        (0.00048828125, "Forgets that the rank is 16 and takes 2 / d.", "other"),
        (32, "Gives 2 r and forgets to divide by d.", "other"),
        (0.99609375, "Subtracts the share of one factor from 1.", "other"),
    ],
    "m03_10_4/low_rank_proof/cheap": [
        (65536, "Counts one of the two factors only.", "one factor"),
        (16777216, "Counts the full weight.", "full"),
        (268435456, "Counts the product U V itself.", "dear order, product only"),
        (285212672, "Multiplies U V first and then applies it, the expensive order.", "dear order"),
        (262144, "Counts multiplications and additions separately.", "counted twice"),
        (1048576, "Multiplies d by r squared.", "other"),
        (8192, "Adds d twice and forgets r.", "other"),
        (8224, "Adds sizes instead of multiplying them.", "other"),
        (4294967296, "Multiplies the costs of the two steps instead of adding them.", "other"),
        (69632, "Counts the second step as d additions only.", "other"),
        (131088, "Adds r for a bias in between.", "other"),
    ],
    "m03_10_4/score_variance/variance": [
        (1, "Thinks the variance of the sum is that of an entry.", "one product"),
        (8, "Gives the standard deviation.", "standard deviation"),
        (0, "Gives the mean.", "mean"),
        (128, "Counts query and key, so that every slot counts twice.", "doubled"),
        (4096, "Squares the number of slots.", "squared"),
        (0.015625, "Divides by the number of slots, as for a mean.", "after"),
        (0.125, "Divides by the root of the number of slots.", "after"),
        (32, "Halves the number of slots.", "other"),
        (2, "Adds the variance of query and key, for one slot.", "other"),
    ],
    "m03_10_4/score_variance/variance_after": [
        (8, "Divides the variance by the root instead of its square.", "divided once"),
        (64, "Thinks a division does not change the variance.", "unchanged"),
        (0, "Gives the mean.", "mean"),
        (0.125, "Divides the variance 1 by the root once more.", "of a normalized score"),
        (0.015625, "Divides by d_h squared.", "divided by d_h"),
        (512, "Multiplies by the root instead of dividing.", "other"),
        (4096, "Multiplies by the square of the root.", "other"),
        (56, "Subtracts the root from the variance.", "other"),
        (2, "Counts the variance of query and key.", "other"),
        (2.83, "Takes the root of the standard deviation.", "other"),
    ],
    "m03_10_4/softmax_axis/axis": [
        (2, "Counts the last axis from the queries, or takes the axis of the queries.", "queries"),
        (-2, "Normalizes over the queries instead of the keys.", "queries"),
        (1, "Normalizes over the heads.", "heads"),
        (0, "Normalizes over the batch.", "batch"),
        (4, "Counts the axes from 1.", None),
        (-3, "Normalizes over the heads, counted from the end.", "heads"),
        (-4, "Counts four from the end and comes to the batch.", "batch"),
        ((2, 3), "Normalizes over queries and keys together.", None),
        ((1, 3), "Normalizes over heads and keys together.", None),
    ],
    "m03_10_4/split_into_heads/split": [
        (split_reshape_only, "Reshapes directly into the final shape, which mixes the tokens.", "reshape only"),
        (split_no_transpose, "Forgets the transpose.", "not transposed"),
        (split_every_hth, "Gives a head every H-th slot instead of K neighbours.", "interleaved"),
        (split_transposed_too_far, "Puts the tokens last.", "widths forward"),
        (split_heads_first, "Puts the heads in front of the batch.", "heads first"),
        (split_transpose_first, "Transposes before reshaping.", "transposed first"),
        (split_heads_of_width_h, "Confuses the number of heads with their width.", "other"),
        (split_whole_width, "Gives every head the whole width.", "other"),
        (split_heads_reversed, "Numbers the heads from the end.", "other"),
        (split_first_slots_everywhere, "Gives every head the first K slots.", "other"),
        (split_overlapping, "Moves on by one slot instead of K for the next head.", "other"),
        (split_tokens_flipped, "Reverses the tokens.", "other"),
    ],
    "m03_10_4/summed_letter/summed": [
        ("b", "Takes the letter that stands first everywhere.", "kept"),
        ("h", "Thinks the heads are added up.", "kept"),
        ("t", "Thinks the sum runs over the queries.", "queries"),
        ("s", "Thinks the sum runs over the keys, as in the mixture of the values.", "keys"),
        ("bh", "Takes the letters that both operands share and that stay.", "other"),
        ("bhd", "Takes every letter that appears in both operands.", "other"),
        ("bhts", "Gives the letters that remain.", "other"),
        ("k", "Gives a letter that does not appear.", "other"),
    ],
    "m03_10_4/summed_letter/scores_shape": [
        ((2, 3, 4, 6), "Keeps the summed letter instead of s.", "an input"),
        ((2, 3, 5, 4), "Swaps queries and keys.", "other order"),
        ((2, 3, 4, 4), "Takes the scores as square.", "other"),
        ((2, 4, 5), "Sums over the heads as well.", "axis missing"),
        ((2, 3, 5, 6), "Gives the shape of the keys.", "an input"),
        ((4, 5), "Gives one head of one example.", "axis missing"),
        ((3, 2, 4, 5), "Swaps batch and heads.", "other order"),
        ((2, 3, 4, 5, 6), "Thinks nothing is summed.", "still there"),
        ((2, 3, 6, 6), "Keeps d from both operands.", "an input"),
        ((2, 3, 4), "Loses the axis of the keys.", "axis missing"),
        ((2, 3, 20), "Multiplies queries and keys to one axis.", "other"),
    ],
    "m03_10_4/two_thin_factors/full": [
        (512, "Gives the width instead of its square.", "one side"),
        (1024, "Adds the two sides instead of multiplying them.", "sides added"),
        (4096, "Multiplies the width by the rank.", "other"),
        (262656, "Adds a bias that is not asked for.", "with biases"),
        (524288, "Counts the weight twice.", "doubled"),
        (131072, "Counts half of the square only.", "other"),
        (2048, "Adds the four sides of the square.", "other"),
        (2097152, "Multiplies the square by the rank as well.", "other"),
        (65536, "Squares 256 instead of 512.", "other"),
    ],
    "m03_10_4/two_thin_factors/factors": [
        (4096, "Counts one of the two factors only.", "one factor"),
        (16777216, "Multiplies the sizes of the factors instead of adding them.", "other"),
        (1040, "Adds sides instead of multiplying them.", "sides added"),
        (64, "Counts an r x r weight.", "rank squared"),
        (32768, "Divides the full weight by the rank.", "quotient"),
        (8712, "Adds biases that are not asked for.", "other"),
        (262144, "Thinks the factors store as much as their product.", "full"),
        (16384, "Counts both factors twice.", "doubled"),
        (1024, "Takes a rank of 1.", "other"),
        (0.03125, "Gives the share instead of the number.", "other"),
    ],
    "m03_10_4/wide_layer/layer_count": [
        (2359296, "Forgets the biases.", "no bias"),
        (2360064, "Counts a bias for every input instead of every output.", "bias of the inputs"),
        (2359297, "Counts a single bias for the layer.", "one bias"),
        (2363136, "Counts a bias for inputs and outputs.", "both biases"),
        (3840, "Adds inputs and outputs.", "added"),
        (6912, "Adds the sizes and the biases instead of multiplying.", "other"),
        (302383104, "Multiplies by the 128 tokens.", "other"),
        (75595776, "Multiplies by the 32 sequences of the batch.", "other"),
        (4718592, "Counts the biases as a second weight.", "other"),
        (3072, "Counts the biases only.", "other"),
        (592896, "Puts 768 x 768 weights and 3,072 biases together.", "other"),
    ],
    "m03_10_4/wide_layer/subscripts": [
        ("bti,ij->btj", "Takes the weight as stored (in, out).", "other way round"),
        ("btj,ji->bti", "Renames the letters but takes the weight as (in, out) again.", "other way round"),
        ("bti,ji->bjt", "Puts the tokens last.", "transposed output"),
        ("bti,ji->btij", "Keeps the letter that must be summed.", "not summed"),
        ("bi,ji->bj", "Forgets the axis of the tokens.", "token axis missing"),
        ("bti,ji->bj", "Sums over the tokens as well.", "tokens summed"),
        ("bti,ji->tj", "Sums over the batch as well.", "batch summed"),
        ("bti,ji->bti", "Keeps the inputs and sums the outputs.", "other"),
        ("bti,ji->tbj", "Puts the tokens in front of the batch.", "other"),
        ("bti,tji->btj", "Gives every token its own weight.", None),
        ("btj,ij->btj", "Sums the outputs and leaves the inputs.", "other"),
        ("ij,bti->btj", "Puts the weight first although x is the first operand.", None),
    ],
    "m03_10_4/wide_layer/output_shape": [
        ((32, 128, 768), "Thinks a layer keeps the width.", "unchanged"),
        ((32, 3072), "Loses the tokens.", "tokens gone"),
        ((32, 128, 768, 3072), "Thinks the inputs are not summed.", "inputs kept"),
        ((32, 3072, 128), "Puts the tokens last.", "other order"),
        ((128, 3072), "Loses the batch.", "batch gone"),
        ((128, 32, 3072), "Swaps batch and tokens.", "other"),
        ((3072, 768), "Gives the shape of the weight.", "the weight"),
        ((32, 128, 3840), "Adds inputs and outputs.", "other"),
        ((32, 128, 3073), "Adds a slot for the bias.", "other"),
        ((4096, 3072), "Merges batch and tokens to one axis.", "flattened"),
        ((32, 3072, 768), "Replaces the tokens by the outputs.", "other"),
    ],
    "lesson_3_8/same_map/map": [
        ("a", "The same weights give the same answers, and the map explains them.", "a"),
        ("c", "Attention picks out the word with the largest weight.", "c"),
        ("d", "A weight near 0 contributes nothing, whatever the value is.", "d"),
        ("cd", "Large weights decide and small ones are ignored, so both hold.", None),
        ("bd", "The answers may differ, but a weight near 0 still rules a position out.", None),
        ("They are equal", "Types the statement instead of its letter.", None),
        ("a, c, d", "Everything fits but the claim that nothing is known.", None),
    ],
}
