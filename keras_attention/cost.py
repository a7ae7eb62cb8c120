"""What layers cost, by formula: parameters, multiply-adds and bytes. Plain Python, exact for any size.

A multiply-add is one product added to a sum: the unit in which matrix products are counted. Biases, softmax,
normalization and activation functions are left out of it; they grow more slowly than the products do.

Letters: B batch, T length (query positions), S key positions, D width, H heads, K = D / H width of a head.

Reference: Vaswani et al. (2017), section 4 and table 1; Hu et al. (2021), section 4.1, for the low rank.
"""

import math
from dataclasses import dataclass

from keras_attention.arguments import check_positive_int


@dataclass(frozen=True)
class BlockParameters:
    """The parameters of a transformer block, by part."""

    attention: int
    feed_forward: int
    norms: int

    @property
    def total(self):
        return self.attention + self.feed_forward + self.norms


@dataclass(frozen=True)
class EinsumCost:
    """What `einsum_cost` found: the letters of the output, its shape, the letters summed over, and the cost."""

    output: str
    shape: tuple
    summed: str
    multiply_adds: int


def dense_parameters(input_dim, units, use_bias=True):
    """Parameters of a dense layer: in * out for the kernel, and one bias for each unit.

    Example:
        >>> dense_parameters(768, 3072)
        2362368
    """
    input_dim, units = check_positive_int(input_dim, "input_dim"), check_positive_int(units, "units")
    return input_dim * units + (units if use_bias else 0)


def attention_parameters(width, use_bias=True):
    """Parameters of multi-head attention: query, key, value and output from D to D, 4 D^2 + 4 D with any heads.

    Example:
        >>> attention_parameters(512)
        1050624
    """
    width = check_positive_int(width, "width")
    return 4 * dense_parameters(width, width, use_bias)


def feed_forward_parameters(width, intermediate_dim):
    """Parameters of the two dense layers of a block, from D to `intermediate_dim` and back, with their biases."""
    width, intermediate_dim = _block_sizes(width, intermediate_dim)
    return dense_parameters(width, intermediate_dim) + dense_parameters(intermediate_dim, width)


def layer_norm_parameters(width):
    """Parameters of a layer normalization: a scale and an offset for each of the D numbers."""
    return 2 * check_positive_int(width, "width")


def block_parameters(width, intermediate_dim):
    """Parameters of a transformer block (attention, feed-forward, two normalizations), by part.

    Example:
        >>> block_parameters(48, 96).total
        18960
    """
    return BlockParameters(
        attention_parameters(width), feed_forward_parameters(width, intermediate_dim), 2 * layer_norm_parameters(width)
    )


def low_rank_parameters(input_dim, units, rank, use_bias=False):
    """Parameters of a dense layer whose kernel is a product U V: rank * (in + out), here without bias unless asked for.

    Example:
        >>> low_rank_parameters(512, 512, rank=8)
        8192
    """
    input_dim, units = check_positive_int(input_dim, "input_dim"), check_positive_int(units, "units")
    return check_positive_int(rank, "rank") * (input_dim + units) + (units if use_bias else 0)


def dense_multiply_adds(input_dim, units, batch=1, length=1):
    """Multiply-adds of a dense layer at B * T positions: B T in out."""
    return _positions(batch, length) * dense_parameters(input_dim, units, use_bias=False)


def scores_multiply_adds(width, batch, length):
    """Multiply-adds of the attention scores: B T^2 D, however many heads share the width.

    Example:
        >>> scores_multiply_adds(512, batch=8, length=128)
        67108864
    """
    width = check_positive_int(width, "width")
    return _positions(batch, length) * int(length) * width


def attention_multiply_adds(width, batch, length):
    """Multiply-adds of multi-head self-attention: 4 B T D^2 for the projections, 2 B T^2 D for scores and mixing."""
    width = check_positive_int(width, "width")
    projections = 4 * dense_multiply_adds(width, width, batch, length)
    return projections + 2 * scores_multiply_adds(width, batch, length)


def feed_forward_multiply_adds(width, intermediate_dim, batch=1, length=1):
    """Multiply-adds of the two dense layers of a block."""
    width, intermediate_dim = _block_sizes(width, intermediate_dim)
    return 2 * dense_multiply_adds(width, intermediate_dim, batch, length)


def block_multiply_adds(width, intermediate_dim, batch, length):
    """Multiply-adds of a transformer block: its attention and its feed-forward part."""
    feed_forward = feed_forward_multiply_adds(width, intermediate_dim, batch, length)
    return attention_multiply_adds(width, batch, length) + feed_forward


def low_rank_multiply_adds(input_dim, units, rank, batch=1, length=1):
    """Multiply-adds of x U V computed as (x U) V: B T rank (in + out).

    Example:
        >>> dense_multiply_adds(512, 512, batch=32), low_rank_multiply_adds(512, 512, rank=8, batch=32)
        (8388608, 262144)
    """
    return _positions(batch, length) * low_rank_parameters(input_dim, units, rank)


def attention_weights_bytes(length, num_heads=1, batch=1, num_blocks=1, bytes_per_number=4):
    """Bytes of the attention weights, T^2 numbers for every head of every block and sample.

    Twice the length, four times the bytes.
    """
    length = check_positive_int(length, "length")
    return length * length * _copies(num_heads=num_heads, batch=batch, num_blocks=num_blocks, numbers=bytes_per_number)


def key_value_cache_bytes(length, width, num_blocks=1, batch=1, bytes_per_number=4):
    """Bytes of the keys and values kept while a text is generated: 2 T D numbers for every block and sample."""
    numbers = 2 * check_positive_int(length, "length") * check_positive_int(width, "width")
    return numbers * _copies(num_blocks=num_blocks, batch=batch, numbers=bytes_per_number)


def einsum_cost(equation, sizes):
    """Says what an einsum gives and costs, without computing it.

    Args:
        equation: str as for `np.einsum`, for instance "bhtd,bhsd->bhts". Without "->" the output has, in alphabetical
            order, the letters that stand only once.
        sizes: dict from letter to the length of its axis. Letters that the equation does not use are ignored.

    Returns:
        An `EinsumCost`: letters of the output, its shape, the letters that are summed over, and the multiply-adds of
        one loop over all letters (of more than two arrays, multiplied two at a time, most cost less).

    Raises:
        ValueError: the equation is none, or a size is missing; one sentence that says what and where.

    Example:
        >>> einsum_cost("bhtd,bhsd->bhts", {"b": 8, "h": 8, "t": 128, "s": 128, "d": 64})
        EinsumCost(output='bhts', shape=(8, 8, 128, 128), summed='d', multiply_adds=67108864)
    """
    inputs, output = parse_einsum(equation)
    letters = "".join(dict.fromkeys("".join(inputs)))
    if not isinstance(sizes, dict):
        raise ValueError(f"`sizes` must be a dict from letter to size; received {sizes!r}")
    missing = [letter for letter in letters if letter not in sizes]
    if missing:
        raise ValueError(f"`sizes` must have a size for every letter of {equation!r}; it has none for {missing[0]!r}")
    lengths = {letter: check_positive_int(sizes[letter], f"sizes[{letter!r}]") for letter in letters}
    shape = tuple(lengths[letter] for letter in output)
    summed = "".join(letter for letter in letters if letter not in output)
    return EinsumCost(output, shape, summed, math.prod(lengths.values()))


def parse_einsum(equation):
    """Returns the letters of each input and of the output of an einsum equation; ValueError where it is none."""
    if not isinstance(equation, str):
        raise ValueError(f"`equation` must be a text such as 'bi,ji->bj'; received {equation!r}")
    left, arrow, output = "".join(equation.split()).partition("->")
    inputs = left.split(",")
    if not all(inputs):
        raise ValueError(f"`equation` must name the axes of every array, a comma between two; received {equation!r}")
    for letter in left.replace(",", "") + output:
        if not (letter.isascii() and letter.isalpha()):
            raise ValueError(
                "`equation` must name every axis by a letter, with commas before its one '->' and none after it; "
                f"received {letter!r} in {equation!r}"
            )
    if not arrow:
        output = "".join(sorted(letter for letter in set(left) - {","} if left.count(letter) == 1))
    for letter in output:
        if letter not in left:
            raise ValueError(f"`equation` must take its output from its inputs; {equation!r} has a new {letter!r}")
        if output.count(letter) > 1:
            raise ValueError(f"`equation` must name an axis of the output once; {equation!r} names {letter!r} twice")
    return inputs, output


def _block_sizes(width, intermediate_dim):
    return check_positive_int(width, "width"), check_positive_int(intermediate_dim, "intermediate_dim")


def _positions(batch, length):
    return check_positive_int(batch, "batch") * check_positive_int(length, "length")


def _copies(numbers, **counts):
    bytes_per_number = check_positive_int(numbers, "bytes_per_number")
    return bytes_per_number * math.prod(check_positive_int(count, name) for name, count in counts.items())
