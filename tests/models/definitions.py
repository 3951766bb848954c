"""What each program computes, one cell at a time, with as many digits as mpmath is set to.

Written down from the programs themselves, each in its own terms, and not from the parameters in
`posenc_helpers/models/conventions`: these are what the tables there are held against.

    DEFINITIONS[name](d)      the width of the table, and a function of p and the column
"""

from functools import partial

from mpmath import cos, exp, log, mpf, sin, sqrt

WAVE = 10_000


def paper(d):
    """PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos(pos / 10000^(2i/d))."""

    def cell(p, j):
        angle = p / mpf(WAVE) ** (mpf(2 * (j // 2)) / d)
        return sin(angle) if j % 2 == 0 else cos(angle)

    return d, cell


def positional_encodings(d):
    """channels = ceil(d / 2) * 2; the interleaved table of that many is cut at d."""
    return d, paper(2 * ((d + 1) // 2))[1]


def torchtune(d):
    """stack([cos, sin], dim=-1) of pos * 10000^(-2i/d)."""

    def cell(p, j):
        angle = p * mpf(WAVE) ** (-mpf(2 * (j // 2)) / d)
        return cos(angle) if j % 2 == 0 else sin(angle)

    return d, cell


def _timing_signal(d, least, cosines_first=False, padded=True):
    """exp(-i * log(10000) / max(n - 1, least)), n = d // 2; concatenated; perhaps a zero."""
    n = d // 2
    increment = log(mpf(WAVE)) / max(n - 1, least)

    def cell(p, j):
        if j == 2 * n:
            return mpf(0)
        angle = p * exp(-increment * (j % n))
        return sin(angle) if (j < n) != cosines_first else cos(angle)

    return d if padded else 2 * n, cell


def fairseq(d):
    """The same with the row of padding_idx = 1 set to zero."""
    width, signal = _timing_signal(d, least=0)
    return width, lambda p, j: mpf(0) if p == 1 else signal(p, j)


def marian(d):
    """Angles of the interleaved formula; first those of columns 0, 2 ..., then those of 1, 3 ..."""
    sentinel = d // 2 + d % 2

    def cell(p, j):
        column = 2 * j if j < sentinel else 2 * (j - sentinel) + 1
        angle = p / mpf(WAVE) ** (mpf(2 * (column // 2)) / d)
        return sin(angle) if j < sentinel else cos(angle)

    return d, cell


def tensorflow_tutorial(d):
    """depth = d / 2; the rates are 10000^(-k / depth) for k in arange(depth); concatenated."""
    rates = [mpf(WAVE) ** (-k / (mpf(d) / 2)) for k in range(-(-d // 2))]

    def cell(p, j):
        angle = p * rates[j % len(rates)]
        return sin(angle) if j < len(rates) else cos(angle)

    return 2 * len(rates), cell


def diffusers(d, flip_sin_to_cos=True):
    """downscale_freq_shift=0: exp(-log(10000) k / half), half = d // 2."""
    half = d // 2

    def cell(p, j):
        if j == 2 * half:
            return mpf(0)
        angle = p * exp(-log(mpf(WAVE)) * (j % half) / half)
        return cos(angle) if (j < half) == flip_sin_to_cos else sin(angle)

    return d, cell


def sockeye(d):
    """sin and cos of pos / 10000^(2k/d), stacked side by side, times d^-0.5."""

    def cell(p, j):
        angle = p / mpf(WAVE) ** (mpf(2 * (j % (d // 2))) / d)
        return (sin(angle) if j < d // 2 else cos(angle)) / sqrt(mpf(d))

    return d, cell


def nerf(d):
    """sin(2^0 x), cos(2^0 x), sin(2^1 x), cos(2^1 x) ..."""
    return d, lambda p, j: (cos if j % 2 else sin)(p * 2 ** (j // 2))


DEFINITIONS = {
    **dict.fromkeys(("paper", "xlm", "pytorch_tutorial", "loftr", "keras_hub"), paper),
    **dict.fromkeys(("tensor2tensor", "whisper"), partial(_timing_signal, least=1)),
    "tf_official": partial(_timing_signal, least=0, padded=False),
    "fairseq": fairseq,
    "marian": marian,
    **dict.fromkeys(("tensorflow_tutorial", "gpt_j"), tensorflow_tutorial),
    "musicgen": partial(_timing_signal, least=0, cosines_first=True),
    "ddpm": partial(_timing_signal, least=0),
    "diffusers": diffusers,
    "diffusers_sines_first": partial(diffusers, flip_sin_to_cos=False),
    "positional_encodings": positional_encodings,
    **dict.fromkeys(("sockeye", "x_transformers"), sockeye),
    "nerf": nerf,
    "torchtune": torchtune,
}
FIRST_POSITION = {"fairseq": 2, "loftr": 1}  # all others: 0
SMALLEST = {  # the least d_model that gives a table; all others: 2
    **dict.fromkeys(("tf_official", "fairseq", "whisper", "musicgen", "ddpm"), 4),
    **dict.fromkeys(("marian", "xlm", "tensorflow_tutorial", "keras_hub", "gpt_j"), 1),
    "positional_encodings": 1,
}
REFUSES_ODD = {
    *("paper", "pytorch_tutorial", "whisper", "loftr"),
    *("sockeye", "x_transformers", "nerf", "torchtune"),
}


def widths(name, candidates):
    """Return those of `candidates` that the program takes for d_model."""
    taken = [d for d in candidates if d >= SMALLEST.get(name, 2)]
    return [d for d in taken if d % 2 == 0 or name not in REFUSES_ODD]
