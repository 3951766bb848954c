"""One formula, many programs: the conventions that published code follows, as data.

    CONVENTIONS["fairseq"].note               what is different about it

Every table is made of pairs sin(omega_i p), cos(omega_i p), with omega_i = base ** (-2i/D).
Programs differ in the order of the columns, in the divisor D, in where they start to count and in
what they do when d_model is odd.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Convention:
    """How one program makes its table, in a few independent choices.

    layout            "interleaved": sin, cos, sin, cos ...; "halves": all sines, then all cosines
    first             which of the two comes first: "sin" or "cos"
    spacing           the divisor D in omega_i = base ** (-2i/D):
                      "paper" d_model; "endpoint" 2 (d_model//2) - 2, so that the slowest clock
                      has omega = 1/base; "even" d_model rounded up to even; "pairs" rounded down;
                      "octaves" has no divisor: omega_i = base ** i
    odd               what an odd d_model gives: "error"; "trim", without the last cosine; "pad",
                      a last column of zeros; "extra", d_model + 1 columns; "fewer", d_model - 1
    first_position    the position of row 0
    amplitude         "1" or "d_model**-0.5": every value is multiplied by it
    padding_row       a position whose row is all zeros, or None
    narrowest         the smallest d_model that the program makes a table for
    single_precision  True if the program computes the angles in float32
    """

    name: str
    title: str
    source: str
    note: str
    layout: str = "interleaved"
    first: str = "sin"
    base: float = 10_000.0
    spacing: str = "paper"
    odd: str = "error"
    first_position: int = 0
    amplitude: str = "1"
    padding_row: int | None = None
    narrowest: int = 2
    single_precision: bool = True


@dataclass(frozen=True)
class Grid:
    """How one program puts two tables side by side, one for each axis of an image.

    `part` is the convention of the two tables, each d_model/2 wide; `axes` is "yx" if the columns
    for y (the row of the image) come first, else "xy".
    """

    name: str
    title: str
    source: str
    note: str
    part: str
    axes: str


def _github(repository, commit, path):
    return f"https://github.com/{repository}/blob/{commit}/{path}"


_ALL = [
    Convention(
        "paper",
        "the paper",
        "https://arxiv.org/abs/1706.03762",
        "Sine and cosine take turns, and the divisor is d_model. The paper's own program does "
        "neither.",
        single_precision=False,
    ),
    Convention(
        "tensor2tensor",
        "tensor2tensor",
        _github("tensorflow/tensor2tensor", "8bdecbe", "tensor2tensor/layers/common_attention.py"),
        "The program of the paper's authors: all sines first, and the slowest clock has exactly "
        "omega = 1/base.",
        layout="halves",
        spacing="endpoint",
        odd="pad",
    ),
    Convention(
        "tf_official",
        "TensorFlow models",
        _github(
            "tensorflow/models", "v2.20.0", "official/nlp/modeling/layers/position_embedding.py"
        ),
        "Like tensor2tensor, but an odd d_model gives a table that is one column too narrow.",
        layout="halves",
        spacing="endpoint",
        odd="fewer",
        narrowest=4,
    ),
    Convention(
        "fairseq",
        "fairseq",
        _github(
            "facebookresearch/fairseq",
            "3d262bb2",
            "fairseq/modules/sinusoidal_positional_embedding.py",
        ),
        "Position 1 is kept for padding and has a row of zeros, so the first token stands at "
        "position 2.",
        layout="halves",
        spacing="endpoint",
        odd="pad",
        first_position=2,
        padding_row=1,
        narrowest=4,
    ),
    Convention(
        "marian",
        "Marian (Hugging Face)",
        _github(
            "huggingface/transformers",
            "v5.23.0",
            "src/transformers/models/marian/modeling_marian.py",
        ),
        "All sines first, with the paper's divisor. Marian's own program divides by d_model - 2.",
        layout="halves",
        odd="trim",
        narrowest=1,
        single_precision=False,
    ),
    Convention(
        "xlm",
        "XLM",
        _github("facebookresearch/XLM", "cd281d3", "xlm/model/transformer.py"),
        "The paper's table. DistilBERT and Flaubert have it from here.",
        odd="trim",
        narrowest=1,
        single_precision=False,
    ),
    Convention(
        "pytorch_tutorial",
        "PyTorch tutorial",
        _github("pytorch/examples", "77f55b9", "word_language_model/model.py"),
        "The paper's table. An odd d_model raises an error.",
    ),
    Convention(
        "tensorflow_tutorial",
        "TensorFlow tutorial",
        _github("tensorflow/text", "17c38bf", "docs/tutorials/transformer.ipynb"),
        "All sines first, with the paper's divisor. An odd d_model gives one column too many.",
        layout="halves",
        odd="extra",
        narrowest=1,
        single_precision=False,
    ),
    Convention(
        "whisper",
        "Whisper",
        _github("openai/whisper", "v20250625", "whisper/model.py"),
        "The table of tensor2tensor, for the frames of a sound.",
        layout="halves",
        spacing="endpoint",
        narrowest=4,
    ),
    Convention(
        "musicgen",
        "MusicGen (Hugging Face)",
        _github(
            "huggingface/transformers",
            "v5.23.0",
            "src/transformers/models/musicgen/modeling_musicgen.py",
        ),
        "All cosines first, then all sines.",
        layout="halves",
        first="cos",
        spacing="endpoint",
        odd="pad",
        narrowest=4,
    ),
    Convention(
        "detr",
        "DETR, one axis",
        _github("facebookresearch/detr", "29901c5", "models/position_encoding.py"),
        "Positions count from 1: they are running totals over the pixels of the image.",
        first_position=1,
    ),
    Convention(
        "ddpm",
        "DDPM",
        _github("hojonathanho/diffusion", "1e0dceb", "diffusion_tf/nn.py"),
        "The position is a time step of the diffusion, and need not be a whole number.",
        layout="halves",
        spacing="endpoint",
        odd="pad",
        narrowest=4,
    ),
    Convention(
        "diffusers",
        "Stable Diffusion (diffusers)",
        _github("huggingface/diffusers", "v0.42.1", "src/diffusers/models/embeddings.py"),
        "Time steps as in DDPM, but cosines first and the paper's divisor, as Stable Diffusion "
        "sets them.",
        layout="halves",
        first="cos",
        spacing="pairs",
        odd="pad",
    ),
    Convention(
        "diffusers_sines_first",
        "diffusers, sines first",
        _github("huggingface/diffusers", "v0.42.1", "src/diffusers/models/embeddings.py"),
        "The same program with flip_sin_to_cos=False, which is its default.",
        layout="halves",
        spacing="pairs",
        odd="pad",
    ),
    Convention(
        "keras_hub",
        "KerasHub",
        _github(
            "keras-team/keras-hub",
            "v0.32.0",
            "keras_hub/src/layers/modeling/sine_position_encoding.py",
        ),
        "The paper's table. The base is called max_wavelength; the longest wave is up to 2π times "
        "that.",
        odd="trim",
        narrowest=1,
    ),
    Convention(
        "positional_encodings",
        "positional-encodings",
        "https://github.com/tatp22/multidim-positional-encoding",
        "The paper's table. An odd d_model takes the clocks of the next even one (version 6.0.3).",
        spacing="even",
        odd="trim",
        narrowest=1,
    ),
    Convention(
        "sockeye",
        "Sockeye, scaled down",
        _github("awslabs/sockeye", "3.1.34", "sockeye/layers.py"),
        "All sines first. Where it scales the table down, it divides by the root of d_model.",
        layout="halves",
        amplitude="d_model**-0.5",
    ),
    Convention(
        "x_transformers",
        "x-transformers",
        _github("lucidrains/x-transformers", "2.31.10", "x_transformers/x_transformers.py"),
        "All sines first, times a factor that is learned and starts at one over the root of "
        "d_model.",
        layout="halves",
        amplitude="d_model**-0.5",
    ),
    Convention(
        "nerf",
        "NeRF, one coordinate",
        _github("bmild/nerf", "14c5556", "run_nerf_helpers.py"),
        "Each clock is twice as fast as the one before. The position is a coordinate in space.",
        base=2.0,
        spacing="octaves",
    ),
    Convention(
        "gpt_j",
        "RoPE in GPT-J",
        _github(
            "huggingface/transformers",
            "v5.23.0",
            "src/transformers/models/gptj/modeling_gptj.py",
        ),
        "The sines and cosines by which queries and keys are turned, all sines first.",
        layout="halves",
        odd="extra",
        narrowest=1,
    ),
    Convention(
        "torchtune",
        "RoPE in torchtune",
        _github("pytorch/torchtune", "v0.6.1", "torchtune/modules/position_embeddings.py"),
        "The same sines and cosines for the turns, stored in pairs (cos, sin).",
        first="cos",
    ),
]
CONVENTIONS = {one.name: one for one in _ALL}

GRIDS = {
    one.name: one
    for one in [
        Grid(
            "detr",
            "DETR",
            CONVENTIONS["detr"].source,
            "The columns for y come first; both axes count from 1.",
            part="detr",
            axes="yx",
        ),
        Grid(
            "mae",
            "MAE",
            _github("facebookresearch/mae", "efb2a80", "util/pos_embed.py"),
            "The columns for x come first; each axis has all its sines, then all its cosines.",
            part="tensorflow_tutorial",
            axes="xy",
        ),
        Grid(
            "vit_pytorch",
            "vit-pytorch",
            _github("lucidrains/vit-pytorch", "1.26.11", "vit_pytorch/simple_vit.py"),
            "As MAE, but the slowest clock has exactly omega = 1/base.",
            part="whisper",
            axes="xy",
        ),
    ]
}
