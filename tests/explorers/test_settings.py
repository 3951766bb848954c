"""What is pasted into the explorer of settings: drawn, refused beside the field, or forgotten."""

import json

import pytest

import posenc_helpers as pe

CONFIG = {"num_hidden_layers": 2, "head_dim": 8, "rope_theta": 100.0}


@pytest.fixture
def explorer():
    made = pe.SettingsExplorer()
    yield made
    made.close()


def paste(explorer, text):
    explorer.pasted.value = text
    explorer.refresh()


def test_what_is_pasted_is_drawn_and_what_is_no_configuration_is_named_beside_it(explorer):
    paste(explorer, json.dumps(CONFIG))
    assert "2 layers RoPE: 4 of 4 pairs turn" in explorer.describe().text
    assert explorer.refused.children == ()
    paste(explorer, "{<")
    assert "config must be JSON, got a fault in line 1, column 2" in explorer.refusal.value
    assert explorer.refused.children == (explorer.refusal,)
    paste(explorer, json.dumps(CONFIG))
    assert explorer.refused.children == ()


@pytest.mark.parametrize("way", ["preset", "list", "reset"])
def test_an_example_takes_the_place_of_what_was_pasted(explorer, way):
    paste(explorer, json.dumps(CONFIG))
    if way == "list":
        explorer.controls["model"].value = "Gemma 3"
    elif way == "reset":
        explorer.reset()
    else:
        explorer.apply(model="Llama 3.1")  # the one that is in the list already
    assert not explorer.pasted.value
    assert "layers RoPE: 4 of 4" not in explorer.describe().text
