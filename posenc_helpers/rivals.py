"""Make position codes that compete with the hands of clocks, and measure what one move does.

A code is a row of numbers, and a table holds the codes of the positions from 0 on, one row each. A
move is one matrix and one vector, which take the code of every position to the next code.
"""

import numpy as np

from posenc_helpers.attention import softmax
from posenc_helpers.checks import Even, Reals, Whole, takes


def binary_digits(seq_len, d_model):
    """Return the binary digits of each position, the lowest first; shape (seq_len, d_model)."""
    return np.arange(seq_len)[:, np.newaxis] >> np.arange(d_model) & 1


def gray_code(seq_len, d_model):
    """Return Gray's binary code, in which each step changes one digit; shape (seq_len, d_model)."""
    p = np.arange(seq_len)[:, np.newaxis]
    return (p ^ p >> 1) >> np.arange(d_model) & 1


def random_numbers(seq_len, d_model, seed=0):
    """Return independent random numbers from -1 to 1, shape (seq_len, d_model)."""
    return np.random.default_rng(seed).uniform(-1, 1, (seq_len, d_model))


@takes(seq_len=Whole(1), d_model=Even(), seed=Whole(0))
def any_rotation(seq_len, d_model, seed=0):
    """Return the codes that one random orthogonal matrix makes of a random start, step by step.

    The result has shape (seq_len, d_model). The matrix is the Q of a QR decomposition. Because
    d_model is even, it also reflects: it has the eigenvalue -1. Each code has the norm of the
    encoding, sqrt(d_model/2). Raises TypeError or ValueError for arguments outside their ranges.
    """
    random = np.random.default_rng(seed)
    rotation = np.linalg.qr(random.normal(size=(d_model, d_model)))[0]
    start = random.normal(size=d_model)
    codes = [start * np.sqrt(d_model / 2) / np.linalg.norm(start)]
    for _ in range(seq_len - 1):
        codes.append(rotation @ codes[-1])
    return np.array(codes)


@takes(codes=Reals("(seq_len, d_model)"))
def misses(codes):
    """Return by how much the best single move misses each next code; shape (seq_len - 1,).

    The best move is the matrix and the vector with the minimum sum of squared misses. Raises
    TypeError or ValueError for codes that are not a table of finite numbers.
    """
    before = np.column_stack([codes[:-1], np.ones(len(codes) - 1)])
    move = np.linalg.lstsq(before, codes[1:], rcond=1e-10)[0]
    return np.linalg.norm(before @ move - codes[1:], axis=1)


def found_when_shaken(codes, noise=0.5):
    """Return the share of positions whose own code is nearest after noise is added to each number.

    `noise` is the standard deviation.
    """
    shaken = codes + np.random.default_rng(0).normal(scale=noise, size=codes.shape)
    squares = (codes**2).sum(axis=1) - 2 * shaken @ codes.T  # |shaken|**2 is left out
    return np.mean(squares.argmin(axis=1) == np.arange(len(codes)))


@takes(codes=Reals("(seq_len, d_model)"))
def learned_once(codes, steps=300, rate=0.1):
    """Train a head at half of the positions; return how often it is right there and elsewhere.

    `codes` has the shape (seq_len, d_model). The head is one matrix between the codes, and it is
    right at a position if its largest score is one position back. Plain gradient descent trains it
    at a random half of the positions. All codes are scaled so that their mean squared length is 32,
    and each query has one more number, always 1, so that the matrix can add the vector of a move.
    Both shares are from 0 to 1.
    """
    x = codes * np.sqrt(32 / max((codes**2).sum(axis=1).mean(), 1e-12))
    queries, matrix = np.column_stack([x, np.ones(len(x))]), np.zeros((x.shape[1] + 1, x.shape[1]))
    order = np.random.default_rng(0).permutation(np.arange(1, len(x)))
    trained, others = np.split(order, [len(x) // 2])
    for _ in range(steps):
        error = softmax(queries[trained] @ matrix @ x.T)
        error[np.arange(len(trained)), trained - 1] -= 1
        matrix -= rate * queries[trained].T @ error @ x / len(trained)
    right = (queries @ matrix @ x.T).argmax(axis=1) == np.arange(len(x)) - 1
    return right[trained].mean(), right[others].mean()


@takes(codes=Reals("(seq_len, d_model)"))
def hidden_hands(codes):
    """Return the hands in a table whose steps are all the same move: their turns and their tips.

    The turns are radians per token, shape (hands,), the fastest first. The tips are complex
    numbers, shape (hands, seq_len). A hand is a pair of conjugate eigenvalues of size 1, different
    from all others, of the matrix that takes each code to the next. The eigenvalues 1 and -1 form
    no pair, so a hand that is still or makes half a turn per token is left out. A table that no
    single move makes exactly has no hands.

    Raises TypeError or ValueError for codes that are not a table of finite numbers. Raises
    ValueError if columns cannot be distinguished, because they depend on each other or because slow
    hands need more positions.
    """
    rows, move = codes, _exact_move(codes)
    if move is None:  # the move may add a vector: one more number, always 1, makes room
        rows = np.column_stack([codes, np.ones(len(codes))])
        move = _exact_move(rows)
    if move is None:
        return np.zeros(0), np.zeros((0, len(codes)), complex)
    sizes = np.linalg.svd(rows[:-1], compute_uv=False)
    if len(codes) <= rows.shape[1] + 1 or sizes[-1] < 1e-8 * sizes[0]:
        allowed = "independent columns and enough positions to distinguish them"
        raise ValueError(f"codes must have {allowed}, got shape {codes.shape}")
    factors, directions = np.linalg.eig(move)
    turns, tips = np.angle(factors), np.linalg.solve(directions, rows.T)
    apart = np.abs(factors[:, np.newaxis] - factors) + np.eye(len(factors))
    sound = (np.abs(np.abs(factors) - 1) < 1e-6) & (apart.min(axis=1) > 1e-6)
    hands = np.flatnonzero(sound & (turns > 1e-6) & (turns < np.pi - 1e-6))
    hands = hands[np.argsort(-turns[hands])]
    return turns[hands], tips[hands]


def _exact_move(rows):
    """Return the matrix that takes each row to the next, or None if there is no such matrix."""
    move = np.linalg.lstsq(rows[:-1], rows[1:], rcond=None)[0]
    missed = np.abs(rows[:-1] @ move - rows[1:]).max(initial=0)
    return move.T if missed <= 1e-9 * np.abs(rows).max() else None
