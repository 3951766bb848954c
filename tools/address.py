"""Tell the project its address: `make address REPO=owner/name`.

The address itself stands in one file, pyproject.toml, as the URL called Repository. Everything else
that needs it is written from there by the texts in tools/templates/address.txt, each for its place:
between a line that says `address: NAME` and the next that says `address: end`. As long as there is
no address, a place says what is true without one, and leads nowhere.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from string import Template

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ROOT / "tools" / "templates" / "address.txt"
BLOCK = re.compile(r"^== (\S+): (\w+)\n(.*?)^-- until then\n(.*?)(?=^== |\Z)", re.M | re.S)
NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?"
HOME = re.compile(rf'^Repository = "https://github\.com/({NAME}/{NAME})"$', re.M)


def repository(root: Path = ROOT) -> str | None:
    """Return owner/name of the project on GitHub, or None as long as it has none."""
    found = HOME.search((root / "pyproject.toml").read_text(encoding="utf-8"))
    return found and found[1]


def links(repo: str) -> dict[str, str]:
    """Return what an address gives: owner, name, repository and site."""
    owner, name = repo.split("/")
    site = f"https://{owner.lower()}.github.io/" + f"{name}/" * (
        name.lower() != f"{owner.lower()}.github.io"
    )
    return {
        "owner": owner, "name": name, "repo": repo,
        "repository": f"https://github.com/{repo}", "site": site,
    }  # fmt: skip


def site(root: Path = ROOT) -> str | None:
    """Return the address of the web site of the course, or None as long as it has none."""
    repo = repository(root)
    return repo and links(repo)["site"]


def written(root: Path, repo: str | None) -> dict[Path, str]:
    """Return the text of each file that has places, with what stands there for an address."""
    texts: dict[Path, str] = {}
    for file, name, known, unknown in BLOCK.findall(TEXTS.read_text(encoding="utf-8")):
        content = Template(known).substitute(links(repo)) if repo else unknown
        path = root / file
        place = re.compile(rf"(?s)(^[^\n]*address: {name}\b[^\n]*\n).*?(^[^\n]*address: end)", re.M)
        text = texts.get(path) or path.read_text(encoding="utf-8")
        texts[path], times = place.subn(lambda at, new=content: at[1] + new + at[2], text)
        if times != 1:
            raise SystemExit(f"{file} has {times} places called {name}, not one")
    return texts


def main(arguments=None, root: Path = ROOT):
    """Write an address into all its places, or say which one is there."""
    parser = argparse.ArgumentParser(prog="make address", description=__doc__.partition("\n")[0])
    parser.add_argument("repo", nargs="?", help="owner/name on GitHub; none takes it away")
    repo = parser.parse_args(arguments).repo
    if not repo:
        raise SystemExit(
            f"The address is {repository(root) or 'not known yet'}. To set it, name the owner and "
            "the project on GitHub: make address REPO=owner/name (REPO=none takes it away)."
        )
    if repo != "none" and not re.fullmatch(rf"{NAME}/{NAME}", repo):
        raise SystemExit(f"REPO is {repo!r}; it must be owner/name, as in REPO=ada/positions")
    for path, text in written(root, None if repo == "none" else repo).items():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(root))


if __name__ == "__main__":
    main()
