"""What lesson 12 says of PyTorch, and the class that it shows, against PyTorch itself.

`make test WITH=libraries` installs it and runs this file; nothing may be skipped then.
"""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions.bugs import BUGS
from tests.lessons.cells import defined, texts
from tests.models.test_libraries import library, of_transformers


@pytest.fixture(scope="module")
def torch():
    return library("torch")


@pytest.fixture(scope="module")
def usual_class(torch):
    """Return the class that the lesson's text defines."""
    space = {"torch": torch, "nn": torch.nn, "math": math}
    for source in re.findall(r"```python\n(.*?)```", "\n".join(texts("12").values()), re.S):
        exec(source, space)
    return space["PositionalEncoding"]


@pytest.mark.parametrize("d_model", [4, 64, 512])
def test_the_table_is_that_of_numpy_and_of_the_formula(torch, usual_class, d_model):
    theirs = usual_class(d_model).pe
    assert theirs.shape == (5_000, 1, d_model) and theirs.dtype == torch.float32
    tolerance = 1.2e-7 * (1 + np.arange(5_000))[:, np.newaxis]
    in_numpy = defined("12", "12_in_your_model-11", np=np)["usual_table"](d_model, 5_000)
    for ours in (in_numpy[:, 0], positional_encoding(5_000, d_model)):
        assert (np.abs(theirs[:, 0].numpy() - ours) <= tolerance).all()


def test_every_token_gets_its_code_in_the_order_of_the_class_and_after_the_repair(
    torch, usual_class
):
    layer = usual_class(16).eval()
    codes = layer(torch.zeros(5, 3, 16))  # tokens, texts
    repaired = torch.zeros(3, 5, 16) + layer.pe[:, 0][:5]
    for text in (*codes.transpose(0, 1), *repaired):
        assert np.abs(text.numpy() - positional_encoding(5, 16)).max() < 1e-6


def test_the_batch_axis(torch, usual_class):
    """With texts first the class runs, and every token of a text has the code of the text."""
    layer, x = usual_class(16).eval(), torch.zeros(8, 20, 16, requires_grad=True)
    codes = layer(x)
    assert codes.shape == (8, 20, 16)
    codes.sum().backward()
    assert torch.equal(x.grad, torch.ones_like(x))
    assert np.abs(codes[3].detach().numpy() - BUGS["text_for_token"].table(20, 16)).max() < 1e-6


def test_layers_expect_tokens_first_unless_told(torch):
    layer = torch.nn.TransformerEncoderLayer(8, 2, dropout=0.0).eval()
    assert not layer.self_attn.batch_first
    first = torch.nn.TransformerEncoderLayer(8, 2, dropout=0.0, batch_first=True).eval()
    first.load_state_dict(layer.state_dict())
    x = torch.randn(5, 3, 8, generator=torch.Generator().manual_seed(0))
    assert torch.allclose(layer(x), first(x.transpose(0, 1)).transpose(0, 1), atol=1e-5)


@pytest.mark.parametrize(
    ("how", "parameter", "saved", "moves"),
    [("saved", False, True, True), ("not saved", False, False, True),
     ("parameter", True, True, True), ("attribute", False, False, False)],
)  # fmt: skip
def test_ways_to_keep_a_table(torch, how, parameter, saved, moves):
    """Four ways to keep a table differ in training, in the checkpoint and on the GPU."""
    module, table = torch.nn.Linear(2, 2), torch.zeros(3, 2)
    if how in ("saved", "not saved"):
        module.register_buffer("pe", table, persistent=how == "saved")
    else:
        module.pe = torch.nn.Parameter(table, requires_grad=False) if parameter else table
    assert ("pe" in dict(module.named_parameters())) == parameter
    assert ("pe" in module.state_dict()) == saved
    assert (module.to("meta").pe.device.type == "meta") == moves  # as it would to a GPU
    assert not module.pe.requires_grad
    module.requires_grad_(True)  # as somebody does who unfreezes all parameters
    assert module.pe.requires_grad == parameter


def test_a_checkpoint_of_another_length(torch, usual_class):
    short, long = usual_class(8, max_len=512), usual_class(8, max_len=1_024)
    with pytest.raises(RuntimeError, match="size mismatch for pe"):
        long.load_state_dict(short.state_dict())
    state = short.state_dict()
    del state["pe"]
    long.load_state_dict(state, strict=False)
    assert torch.equal(long.pe[:512], short.pe)


def test_slopes_of_alibi(torch):
    biases = of_transformers("bloom").build_alibi_tensor(torch.ones(1, 4), 8, torch.float32)
    assert biases[:, 0, 1].numpy() == pytest.approx(0.5 ** np.arange(1, 9))  # heads, 1, tokens


def test_positions_of_detr(torch):
    """DETR scales positions to 2 pi instead of counting them, and calls the base temperature."""
    config = library("transformers").DetrConfig
    assert config().position_embedding_type == "sine"
    source = Path(of_transformers("detr").__file__).read_text(encoding="utf-8")
    assert "2 * math.pi" in source and "temperature" in source and "10000" in source
    assert "DetrSinePositionEmbedding(config.d_model // 2, normalize=True)" in source


def test_a_buffer_outside_the_checkpoint_is_not_the_table_after_loading(
    torch, usual_class, tmp_path
):
    """Transformers lays a model out without memory, and fills only what the checkpoint has.

    Other arrays have used the memory before, so that it is not zero by chance.
    """
    transformers = library("transformers")

    class Config(transformers.PretrainedConfig):
        model_type = "lesson"

    class Model(transformers.PreTrainedModel):
        config_class = Config

        def __init__(self, config, **_):
            super().__init__(config)
            self.word = torch.nn.Linear(64, 64)
            self.code = usual_class(64, max_len=512)
            kept = getattr(config, "kept", False)
            self.code.register_buffer("pe", self.code.pe, persistent=kept)
            self.post_init()

    for kept in (True, False):
        Model(Config(kept=kept)).save_pretrained(tmp_path / str(kept))
        dirt = [torch.full((512, 1, 64), 5.0) for _ in range(200)]
        del dirt
        loaded = Model.from_pretrained(tmp_path / str(kept)).code.pe[:, 0]
        assert torch.equal(loaded, usual_class(64, max_len=512).pe[:, 0]) == kept
