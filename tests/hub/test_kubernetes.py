"""The values for Kubernetes are ones that the chart knows. Nothing is installed here."""

import shutil
import subprocess
from pathlib import Path

import jsonschema
import yaml

ROOT = Path(__file__).resolve().parents[2]
VALUES = yaml.safe_load((ROOT / "deploy" / "kubernetes.yaml").read_text(encoding="utf-8"))
CHART = yaml.safe_load(Path(__file__).with_name("chart.yaml").read_text(encoding="utf-8"))


def test_the_chart_knows_every_value():
    jsonschema.validate(VALUES, CHART)


def test_nobody_gets_in_before_somebody_is_listed():
    config = VALUES["hub"]["config"]
    assert config["JupyterHub"] == {"authenticator_class": "firstuse"}
    assert config["FirstUseAuthenticator"]["create_users"] is False
    assert config["Authenticator"]["admin_users"] == []


def test_lessons_are_handed_out_where_the_first_one_opens_and_never_over_own_work(tmp_path):
    single = VALUES["singleuser"]
    home = single["storage"]["homeMountPath"].rpartition("/")[0]
    *shell, script = single["lifecycleHooks"]["postStart"]["exec"]["command"]
    hand_out = [*shell, script.replace(home, str(tmp_path))]
    own = tmp_path / single["defaultUrl"].removeprefix("/lab/tree/")
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    subprocess.run(hand_out, check=True)
    assert own.read_bytes() == (tmp_path / "notebooks" / own.name).read_bytes()
    own.write_text("my own work")
    own.with_name("01_formula.ipynb").unlink()
    subprocess.run(hand_out, check=True)
    assert own.read_text() == "my own work"
    assert own.with_name("01_formula.ipynb").exists()
