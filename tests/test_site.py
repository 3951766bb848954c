"""The course as a web site: what is in it, and what a reader without Python meets.

Nothing here needs a network. The site is built once. `POSENC_PYODIDE` names a folder with a
distribution of Pyodide, in which every lesson is then run; docs/web-site.md says how to get it.
"""

import filecmp
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

import posenc_helpers as pe
from posenc_helpers.lessons import LESSONS as ASKED
from tests.browser.test_lessons import Steady
from tests.browser.test_training import steps, train_and_cancel, wait_for
from tests.conftest import required
from tools.browser.notebook import IS_OPEN
from tools.browser.site import site
from tools.page import LESSONS as EXPLAINED
from tools.site.distribution import CORE, GLUE, LOCK, Distribution
from tools.site.problem import Problem

ROOT = Path(__file__).parents[1]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in LESSONS]
ENVIRONMENT = ROOT / ".venv-site"
PYTHONS = (ENVIRONMENT / place for place in ("bin/python", "Scripts/python.exe"))
PYTHON = next((path for path in PYTHONS if path.exists()), None)
KERNEL = "extensions/@jupyterlite/pyodide-kernel-extension/static"
PYODIDE = os.environ.get("POSENC_PYODIDE")
COMMITTED = datetime(2020, 2, 2, tzinfo=timezone.utc)
MISSING = "what builds the site is not installed: make site"

pytestmark = pytest.mark.full  # the site takes an environment of its own, and two minutes


def make_site(*arguments, python=None):
    """Run what `make site` runs; return its exit status and what it printed on stderr."""
    command = [str(python or PYTHON), "-m", "tools.site", *map(str, arguments)]
    dated = {**os.environ, "SOURCE_DATE_EPOCH": str(int(COMMITTED.timestamp()))}
    done = subprocess.run(command, cwd=ROOT, env=dated, capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the site, built where tests have left compiled modules among its templates."""
    required(PYTHON is None, MISSING)
    (ROOT / "tools/templates/python/__pycache__").mkdir(exist_ok=True)
    folder = tmp_path_factory.mktemp("site") / "site"
    folder.mkdir()
    assert make_site("--to", folder, "--stops", "2") == (0, "")
    assert list(folder.parent.iterdir()) == [folder]
    return folder


@pytest.fixture(scope="module")
def config(built):
    return json.loads((built / "jupyter-lite.json").read_text())["jupyter-config-data"]


@pytest.fixture(scope="module")
def kernel(config):
    """What the kernel receives."""
    return config["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]


@pytest.fixture(scope="module")
def cdn(built):
    """The address from which the kernel takes Pyodide, as it stands in its own code."""
    texts = [path.read_text() for path in (built / KERNEL).glob("*.js")]
    found = {one for text in texts for one in re.findall(r"https://[\w./]+/pyodide/v[^/]+/", text)}
    assert len(found) == 1
    return found.pop()


@pytest.fixture(scope="module")
def front(built):
    return parsed(built / "index.html")


@pytest.fixture(scope="module")
def course(built):
    return parsed(built / "course.html")


def parsed(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


# What is in the site


def test_the_lessons_are_there_unchanged_and_listed(built):
    for path in LESSONS:
        assert filecmp.cmp(path, built / "files" / path.name, shallow=False)
    listing = json.loads((built / "api/contents/all.json").read_text())
    assert [entry["name"] for entry in listing["content"]] == [path.name for path in LESSONS]
    assert sorted(path.name for path in built.glob("files/*")) == [p.name for p in LESSONS]


def test_the_addresses_of_the_wheels_hold_from_the_folder_of_the_worker(built, kernel):
    worker = built / KERNEL
    assert list(worker.glob("*worker*.js"))
    by_name = [one for one in kernel["loadPyodideOptions"]["packages"] if "/" not in one]
    by_address = [one for one in kernel["loadPyodideOptions"]["packages"] if "/" in one]
    assert by_name == ["numpy", "matplotlib"]
    wheels = {(worker / address).resolve() for address in by_address}
    assert wheels == set((built.resolve() / "pypi").iterdir())
    names = {wheel.name.partition("-")[0] for wheel in wheels}
    assert names == {"comm", "ipywidgets", "jupyterlab_widgets", "posenc_helpers"}


def test_the_wheel_is_the_package(built):
    (wheel,) = built.glob("pypi/posenc_helpers-*.whl")
    package = ROOT / "posenc_helpers"
    files = {
        path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
        assert inside == {path.relative_to(ROOT).as_posix() for path in files}
        for path in files:
            assert archive.read(path.relative_to(ROOT).as_posix()) == path.read_bytes()


def test_nothing_is_looked_for_at_a_package_registry(kernel):
    assert kernel["disablePyPIFallback"] is True
    assert "pyodideUrl" not in kernel  # from the address that the kernel names


def test_the_interfaces_are_there(built, config):
    for part in ("lab", "notebooks", "tree"):
        assert (built / part / "index.html").exists()
    extensions = {one["name"] for one in config["federated_extensions"]}
    assert "@jupyter-widgets/jupyterlab-manager" in extensions
    assert "@jupyterlite/pyodide-kernel-extension" in extensions


def test_the_course_lists_every_lesson_and_all_its_links_lead_somewhere(built, course):
    assert len(course.select(".lesson")) == len(LESSONS)
    links = [link["href"] for link in course("a")]
    for path in LESSONS:
        ways = (
            f"lab/index.html?path={path.name}",
            f"html/{path.stem}.html",
            f"slides/{path.stem}.html",
            f"notebooks/index.html?path={path.name}",
        )
        assert set(ways) <= set(links)
    for link in links:
        if not link.startswith("https://"):
            file, _, part = link.partition("#")
            assert (built / file.partition("?")[0]).exists(), link
            page = parsed(built / file.partition("?")[0]) if file else course
            assert not part or page.find(id=part), link


def test_the_front_page_is_the_page_to_send_and_leads_to_the_lessons(built, front):
    assert front.find(id="jupyter-config-data")["data-jupyter-lite-root"] == "."
    assert [link["href"] for link in front("a")] == ["course.html", "html/04_clocks.html"]
    for name, _ in EXPLAINED.values():
        assert (built / "html" / f"{name}.html").exists()


def test_every_page_carries_a_small_icon(built, front):
    icon = front.find(rel="icon")["href"]
    assert icon.startswith("data:image/svg+xml,") and len(icon) < 2_000
    for path in [*built.glob("html/[0-9]*.html"), *built.glob("slides/*.html")]:
        assert (
            BeautifulSoup(path.read_text("utf-8"), "html.parser").find(rel="icon")["href"] == icon
        )


def test_notes_for_teachers_lead_to_pages_that_are_there(built, course):
    for name, part in {"teaching": "Plans"}.items():
        assert course.find("a", href=f"html/{name}.html")
        soup = BeautifulSoup((built / "html" / f"{name}.html").read_text("utf-8"), "html.parser")
        assert part in soup.get_text()
        for link in soup("a"):
            page = link["href"].partition("#")[0]
            assert re.match("https?:", page) or (built / "html" / page).exists(), link


def test_questions_lead_to_headings_of_the_pages(built, course):
    assert course.find("a", href="html/you-ask.html")
    for link in parsed(built / "html/you-ask.html")("a"):
        page, _, anchor = link["href"].partition("#")
        if not re.match("https?:", page):
            assert parsed(built / "html" / page).find(id=unquote(anchor)), link


@pytest.mark.parametrize("width", [360, 1280])
def test_the_search_finds_sections_without_a_server(built, browser, width):
    with browser.new_context(viewport={"width": width, "height": 700}) as context:
        page = context.new_page()
        page.goto((built / "html/search.html").as_uri() + "?q=bfloat16")
        first = page.locator("#found a").first
        assert "inv_freq in bfloat16" in first.inner_text()
        assert Axe().run(page).violations_count == 0 and page.evaluate(WIDTH) == width
        page.get_by_label("Words").fill("clocks cokc")
        assert page.get_by_role("status").inner_text() == "0 sections"
        page.get_by_label("Words").fill("<padding> on the left,")
        page.locator("#found a", has_text="Padding").first.click()
        assert page.url.endswith("12_in_real_code.html#Padding")
        assert page.locator("#Padding").bounding_box()["y"] < 700
    texts = (built / "html/search.js").read_text("utf-8")
    assert "quiz.html" not in texts and "teaching.html" not in texts


def test_the_course_names_the_pyodide_that_the_kernel_loads(course, cdn):
    version = re.search(r"/v([^/]+)/", cdn)[1]
    assert f"version {version}" in " ".join(course.get_text().split())
    assert f"Pyodide {version}" in (ROOT / "docs" / "web-site.md").read_text(encoding="utf-8")


def test_the_course_has_two_pictures_that_move(built, course):
    for figure, lesson in zip(
        course.select(".two .live"), ("02_heatmaps", "04_clocks"), strict=True
    ):
        assert figure["data-at"] == f"html/frames/{lesson}/1" and len(figure.img["alt"]) > 40
        assert (built / figure["data-at"] / "pictures.js").exists()
    assert (built / "course.html").stat().st_size < 500_000
    listed = BeautifulSoup((built / "html/index.html").read_text("utf-8"), "html.parser")
    for link in listed("a"):
        page, _, name = link["href"].partition("#")
        assert f'id="{name}"' in (built / "html" / page).read_text("utf-8")
    explorers = {name for name in pe.__all__ if name.endswith("Explorer")}
    assert {link.string for link in listed("a")} == explorers


def test_it_is_the_same_whenever_it_is_built(built):
    """Files that are made for the site bear the date of the version, and not that of the day."""
    listing = json.loads((built / "api/contents/all.json").read_text())
    entries = [listing, *listing["content"]]
    dates = {entry[name] for entry in entries for name in ("created", "last_modified")}
    assert {datetime.fromisoformat(date.replace("Z", "+00:00")) for date in dates} == {COMMITTED}
    (wheel,) = built.glob("pypi/posenc_helpers-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert {one.date_time for one in archive.infolist()} == {COMMITTED.timetuple()[:6]}


# Bad input: one line, exit status 1, and nothing left behind


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--to", "{}"], ["{}", "something else", "--to"]),
        (["--to", "{}/thesis.txt"], ["is a file", "--to"]),
        (["--to", "{}/thesis.txt/site"], ["cannot be written", "--to"]),
        (["--to", "{}/site", "--pyodide", "{}/nowhere"], ["{}/nowhere", "lacks pyodide-lock.json"]),
    ],
)
def test_a_place_that_does_not_do_is_named_and_nothing_changes(tmp_path, arguments, words):
    required(PYTHON is None, MISSING)
    (tmp_path / "thesis.txt").write_text("years of work")
    status, wording = make_site(*(one.format(tmp_path) for one in arguments))
    assert (status, len(wording.splitlines())) == (1, 1), wording
    assert all(word.format(tmp_path) in wording for word in words), wording
    assert [*tmp_path.rglob("*")] == [tmp_path / "thesis.txt"]


def test_without_its_environment_it_says_what_to_do():
    status, wording = make_site(python=sys.executable)
    assert (status, len(wording.splitlines())) == (1, 1)
    assert "jupyterlite_core" in wording and "make site" in wording


# A distribution of Pyodide


def distribution(folder, **changes):
    """Write a small distribution: two packages that need a third, and one that nobody needs."""
    folder.mkdir()
    packages = {}
    for name, depends in {
        "numpy": [], "matplotlib": ["Prompt_Toolkit"], "prompt-toolkit": ["numpy"], "scipy": [],
    }.items():  # fmt: skip
        (folder / f"{name}.whl").write_text(name)
        packages[name] = {
            "file_name": f"{name}.whl",
            "sha256": hashlib.sha256(name.encode()).hexdigest(),
            "depends": depends,
        }
    lock = {"info": {"version": "1.2.3"}, "packages": packages} | changes
    (folder / LOCK).write_text(json.dumps(lock))
    for name in (*CORE, GLUE[0]):
        (folder / name).write_text(name)
    return folder


def test_only_what_is_needed_is_taken(tmp_path):
    whole = Distribution(str(distribution(tmp_path / "from")))
    assert whole.version == "1.2.3"
    whole.copy(["matplotlib"], tmp_path / "to")
    taken = {path.name for path in (tmp_path / "to").iterdir()}
    wheels = {"matplotlib.whl", "numpy.whl", "prompt-toolkit.whl"}
    assert taken == {*wheels, LOCK, *CORE, GLUE[0]}


@pytest.mark.parametrize("name", ["numpy.whl", "pyodide.mjs", "python_stdlib.zip"])
def test_a_file_that_is_missing_is_named_and_nothing_is_written(tmp_path, name):
    folder = distribution(tmp_path / "from")
    (folder / name).unlink()
    refused(folder, "numpy", f"lacks {re.escape(name)}")


def test_a_file_with_another_sum_and_a_package_that_the_lock_does_not_have_are_named(tmp_path):
    folder = distribution(tmp_path / "from")
    refused(folder, "pillow", "no package pillow")
    (folder / "numpy.whl").write_bytes(b"changed")
    refused(folder, "matplotlib", r"numpy\.whl .*sha256.*again")


def refused(folder, package, wording):
    with pytest.raises(Problem, match=wording):
        Distribution(str(folder)).copy([package], folder / "to")
    assert not (folder / "to").exists()


@pytest.mark.parametrize("text", ["", "[]", '{"info": {}}', '{"info": {"version": "1"}}'])
def test_a_lock_that_is_none_is_refused(tmp_path, text):
    (tmp_path / LOCK).write_text(text)
    with pytest.raises(Problem, match="not the lock"):
        Distribution(str(tmp_path))


def test_a_distribution_at_an_address(tmp_path):
    from tools.browser.site import served

    distribution(tmp_path / "from")
    with served(tmp_path / "from") as address:
        Distribution(address).copy(["numpy"], tmp_path / "to")
        (tmp_path / "from" / "numpy.whl").unlink()
        with pytest.raises(Problem, match="lacks numpy.whl"):
            Distribution(address).copy(["numpy"], tmp_path / "again")
    assert (tmp_path / "to" / "numpy.whl").read_text() == "numpy"


# In a browser that reaches nothing but the site


@pytest.fixture(scope="module")
def opened(built, browser):
    with site(built, browser) as running:
        yield running


WIDTH = "document.documentElement.scrollWidth"
LOADED = "document.images[0].complete && document.images[0].naturalWidth === 900"


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1400, "light")])
def test_axe_finds_nothing_on_the_page_of_the_course(opened, width, scheme):
    shape = {"width": width, "height": 700}
    with opened.window("course.html", viewport=shape, color_scheme=scheme) as page:
        page.wait_for_function(LOADED)
        assert page.evaluate(WIDTH) == width
        report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
    assert opened.refused == []


def test_the_course_by_keyboard(opened):
    with opened.window("course.html") as page:
        reached = []
        kinds = "a, button, pre, input, summary, [tabindex]"
        stops = "one => one.tabIndex >= 0 && one.checkVisibility()"
        shown = f"[...document.querySelectorAll('{kinds}')].filter({stops})"
        for _ in range(page.evaluate(f"{shown}.length")):
            page.keyboard.press("Tab")
            place, outline = page.evaluate(
                f"[{shown}.indexOf(document.activeElement),"
                " getComputedStyle(document.activeElement).outlineStyle]"
            )
            assert outline == "solid"
            reached.append(place)
        assert reached == list(range(len(reached)))
        for picture in page.locator(".two .live").all():
            before = picture.locator("img").get_attribute("alt")
            picture.get_by_label("d_model").press("End")
            page.wait_for_function(
                "([picture, text]) => picture.querySelector('img').alt !== text",
                arg=[picture.element_handle(), before],
            )


@pytest.mark.parametrize(
    ("width", "start", "ways"),
    [
        (360, ["html", "notebooks"], ["html", "slides", "notebooks"]),
        (699, ["html", "notebooks"], ["html", "slides", "notebooks"]),
        (700, ["lab"], ["lab", "html", "slides"]),
    ],
)
def test_where_jupyterlab_does_not_fit_nothing_leads_there(opened, width, start, ways):
    with opened.window("course.html", viewport={"width": width, "height": 740}) as page:
        for selector, expected in (
            ("a.main", start),
            (".lesson:first-child .ways a", 2 * ways),
        ):  # two parts
            links = page.locator(f"{selector}:visible")
            leads = links.evaluate_all("all => all.map(link => link.getAttribute('href'))")
            assert [address.partition("/")[0] for address in leads] == expected
        assert page.locator("text=GB of memory").first.is_visible() == (width < 700)


def test_a_lesson_opens_with_its_stored_pictures(opened, cdn):
    """The files of all are compared above; tests/browser opens each of them."""
    del opened.refused[:]
    with opened.lesson(LESSONS[0].name) as notebook:
        cells = [cell for cell in notebook.code_cells() if "Explorer(" in cell["source"]]
        assert cells
        for cell in cells:
            image = notebook.show(cell["place"]).locator(".jp-OutputArea-output img")
            assert image.evaluate("async image => (await image.decode(), image.naturalWidth)")
        assert notebook.trouble() == []
        note = notebook.page.locator("#python-note [role=status]")
        notebook.page.get_by_text("Python could not start").wait_for()  # the address is blocked
        assert cdn in note.inner_text()
        assert not notebook.page.get_by_text("Python is ready").is_visible()
    assert opened.refused and all(url.startswith(cdn) for url in opened.refused), opened.refused


PANELS = "[...window.jupyterapp.shell.widgets('main')].filter(one => one.context)"
KERNEL_NOTED = "panel.model.metadata.kernelspec.name === 'python'"  # the file says python3


@pytest.mark.parametrize("app", ["lab", "notebooks"])
def test_each_link_opens_its_lesson_alone_and_opening_changes_nothing(opened, app):
    with opened.profile() as profile:
        for path in LESSONS[:2]:
            with opened.lesson(path.name, profile, app) as notebook:
                notebook.wait(IS_OPEN)
                notebook.wait(KERNEL_NOTED if app == "lab" else "true")
                notebook.page.wait_for_timeout(500)
                paths = notebook.page.evaluate(f"{PANELS}.map(one => one.context.path)")
                assert paths == [path.name]
                assert not notebook.ask("panel.context.model.dirty")
                notebook.ask("panel.content.widgets[0].model.sharedModel.setSource('# Mine')")
                assert notebook.ask("panel.context.model.dirty")
                notebook.ask("panel.context.save()")
            with opened.lesson(path.name, profile, app) as notebook:
                notebook.page.on("dialog", lambda dialog: dialog.accept())
                notebook.wait(f"{IS_OPEN} && {FIRST} === '# Mine'")
                notebook.page.get_by_role("button", name="Start over").click()
                notebook.wait(f"{IS_OPEN} && {FIRST} !== '# Mine'")


FIRST = "panel.content.widgets[0].model.sharedModel.getSource()"
FURTHER = """panel.content.widgets.findIndex(
    cell => cell.model.sharedModel.getSource().includes('## Further'))"""
STAND_IN = """(() => {
    const cells = panel.content.widgets.filter(cell => cell.model.type === 'code');
    window.ran = [];
    cells[0].constructor.execute = async cell => {
        ran.push(cells.indexOf(cell));
        return {content: {status: ran.length < cells.length ? 'ok' : window.ending}};
    };
})()"""


@pytest.mark.parametrize(
    ("ending", "wording"), [("ok", "All cells have run"), ("error", "stopped with an error")]
)
def test_run_this_lesson_runs_one_cell_after_the_other_and_says_how_it_went(
    opened, ending, wording
):
    """Nothing runs here without Pyodide: what JupyterLab does for one cell has a stand-in."""
    with opened.lesson(LESSONS[0].name) as notebook:
        notebook.wait(IS_OPEN)
        notebook.page.evaluate("ending => { window.ending = ending; }", ending)
        notebook.ask(STAND_IN)
        place = notebook.ask("panel.content.activeCellIndex")
        notebook.page.get_by_role("button", name="Run this lesson").first.click()
        further = notebook.page.get_by_role("button", name="Run Further too")
        further.wait_for()
        code = [cell["place"] for cell in notebook.code_cells()]
        core = [place for place in code if place < notebook.ask(FURTHER)]
        assert notebook.page.evaluate("ran") == list(range(len(core))) != list(range(len(code)))
        further.click()
        notebook.page.get_by_text(wording).wait_for()
        count = len(notebook.code_cells())
        assert notebook.page.evaluate("ran") == list(range(count))
        assert (notebook.ask("panel.content.activeCellIndex") == place) == (ending == "ok")


UNCOVER = "document.querySelectorAll('.cover button').forEach(one => one.click())"


@pytest.mark.parametrize("lost", ["pyodide.mjs", "worker.mjs", "in_page.py"])
def test_where_python_cannot_be_loaded_a_page_says_so_and_its_frames_go_on(opened, lost):
    with opened.profile() as profile:
        profile.route(f"**/{lost}", lambda route: route.abort())
        page = profile.new_page()
        page.goto(f"{opened.address}html/04_clocks.html")
        page.evaluate(UNCOVER)
        figure = page.locator("#ClocksExplorer")
        figure.get_by_label("position").press("End")
        figure.get_by_text("Python could not be loaded").wait_for()
        page.wait_for_function("document.querySelector('#ClocksExplorer').dataset.shown > 0")
        page.locator(".run button").first.click()
        page.get_by_text("Python could not run this").wait_for()


# With Pyodide


@pytest.fixture(scope="module")
def complete(tmp_path_factory, request):
    """The site with Pyodide in it, in a browser."""
    if not PYODIDE:
        pytest.skip("POSENC_PYODIDE names no folder with Pyodide: see docs/web-site.md")
    required(PYTHON is None, MISSING)
    folder = tmp_path_factory.mktemp("complete") / "site"
    assert make_site("--to", folder, "--pyodide", PYODIDE, "--stops", "2") == (0, "")
    with site(folder, request.getfixturevalue("browser")) as running:
        yield running


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
AT = "document.querySelector('.jp-WindowedPanel-outer').scrollTop"


def test_on_a_telephone_a_lesson_runs_where_the_reader_is_and_a_slider_moves(complete):
    with complete.lesson(LESSONS[0].name, app="notebooks", **PHONE) as notebook:
        page = notebook.page
        page.get_by_text("Python is ready").wait_for(timeout=240_000)
        assert not notebook.ask("panel.context.model.dirty")
        page.evaluate(f"{AT} = 1500")
        page.locator("#python-note").get_by_role("button").tap()
        page.get_by_role("button", name="Run Further too").tap(timeout=240_000)
        page.get_by_text("All cells have run").wait_for(timeout=240_000)
        assert page.evaluate(AT) == 1500
        assert notebook.errors() == [] and notebook.texts() == stored_texts(LESSONS[0])
        slider = page.locator(".widget-slider").first
        slider.scroll_into_view_if_needed()
        handle, track = slider.locator(".noUi-handle"), slider.locator(".noUi-target")
        before = handle.get_attribute("aria-valuenow")
        track.tap(position={"x": 2, "y": 2})
        page.wait_for_function(
            "([a, b]) => a.getAttribute('aria-valuenow') !== b",
            arg=[handle.element_handle(), before],
        )


def drawn(page, address):
    """Open a page, and wait until Python draws its first picture."""
    page.goto(address)
    page.evaluate(UNCOVER)
    page.locator(".live [data-control]").first.focus()
    page.get_by_text("Python draws this picture").first.wait_for(timeout=240_000)
    return page.locator(".live").first


def test_in_a_page_all_controls_combine_and_links_with_several_settings_hold(complete):
    with complete.profile() as profile:
        page, start = profile.new_page(), f"{complete.address}html/02_heatmaps.html"
        figure = drawn(page, f"{start}#HeatmapExplorer:d_model=4&base=9&position=7")
        shown = dict.fromkeys(("d_model", "base", "position"))
        for name in shown:
            shown[name] = figure.get_by_label(name).get_attribute("aria-valuetext")
        assert shown == {"d_model": "4", "base": "9", "position": "7"}
        figure.get_by_label("seq_len").press("ArrowRight")
        page.wait_for_url("**#HeatmapExplorer:*seq_len=*")
        assert "d_model=4" in page.url and "base=9" in page.url
        assert figure.get_by_label("d_model").get_attribute("aria-valuetext") == "4"
        page.evaluate("location.hash = '#HeatmapExplorer:d_model=1e999'")
        page.get_by_text("The link: ").wait_for()
        figure.get_by_label("base").press("ArrowRight")
        figure.locator(".spoken:not(.missing)").wait_for(state="attached")
        assert complete.refused == []


def test_in_a_page_a_head_trains_and_shows_it(complete):
    with complete.profile() as profile:
        figure = drawn(profile.new_page(), f"{complete.address}html/09_a_head_that_learns.html")
        figure.locator(".extras button", has_text="Train").click()
        step = figure.get_by_label("step")
        figure.page.wait_for_function(
            "one => Number(one.value) === 200", arg=step.element_handle(), timeout=240_000
        )


def test_a_cell_of_a_page_runs_and_what_was_right_is_remembered(complete):
    exercise = ASKED["01"].exercises[0]
    with complete.window("html/01_formula.html") as page:
        cell = page.locator(".cell.code").filter(has=page.locator("textarea")).first
        cell.locator("textarea").fill(exercise.solution)
        cell.get_by_role("button", name="Run").click()
        cell.locator(".new").wait_for(timeout=240_000)
        assert exercise.right in " ".join(cell.locator(".new").inner_text().split())
        page.reload()
        page.get_by_text("You had this right before.").wait_for()
        assert cell.locator("textarea").input_value() == exercise.solution
        page.goto(f"{complete.address}course.html")
        (kept,) = page.locator(".kept").all_inner_texts()
        assert kept == "1 exercise right in this browser"


@pytest.mark.parametrize("lost", ["numpy-*", "posenc_helpers-*"])
def test_python_is_not_called_ready_when_a_library_is_missing(complete, lost):
    with complete.profile() as profile:
        profile.route(f"**/{lost}.whl", lambda route: route.abort())
        with complete.lesson(LESSONS[0].name, profile) as notebook:
            missing = lost.partition("-")[0]
            notebook.page.get_by_text(re.compile(f"could not start: .*{missing}")).wait_for(
                timeout=240_000
            )


@pytest.mark.parametrize("path", LESSONS, ids=NAMES)
def test_each_lesson_runs_in_the_page(complete, path):
    with complete.lesson(path.name) as notebook:
        notebook.wait_until_ready()
        notebook.page.get_by_text("Python is ready").wait_for()
        notebook.run_all()
        assert notebook.errors() == []
        assert notebook.texts() == stored_texts(path)
        for question in notebook.questions():  # first: pictures wait for an answer
            notebook.show(question.place)
            replies = {question.answer(option, "keyboard") for option in question.buttons()}
            assert len(replies) == len(question.buttons())
        for explorer in notebook.explorers():
            notebook.show(explorer.place)
            assert_moves(explorer)
            if "Train" in explorer.texts("button"):
                assert_trains(explorer)
        assert_answers(notebook, ASKED[path.stem[:2]].exercises[0])
        assert notebook.trouble() == []
    assert complete.refused == []


def stored_texts(path):
    """What each output of each code cell of a stored lesson says in plain text."""
    cells = nbformat.read(path, as_version=4).cells
    return [
        ["".join(one.get("text") or one["data"]["text/plain"]) for one in cell.outputs]
        for cell in cells
        if cell.cell_type == "code"
    ]


def assert_moves(explorer):
    """Each slider goes to both its ends, some change the picture, and Reset leads back."""
    steady = Steady(explorer)
    moved = [steady.pictures_by_key(slider, goal="rest") for slider in explorer.sliders()]
    assert set(sum(moved, [])) - {steady.start}
    explorer.reset()
    assert explorer.picture() == steady.start
    assert steady.faults == []


def assert_trains(explorer):
    """It trains to the end, or until it is stopped."""
    explorer.press("Train")
    wait_for(lambda: steps(explorer) == 200)
    explorer.reset()
    train_and_cancel(explorer)
    explorer.reset()
    assert steps(explorer) == 0


def assert_answers(notebook, exercise):
    """The solution of an exercise is accepted."""
    (place,) = [
        cell["place"]
        for cell in notebook.code_cells()
        if f"check.{exercise.name}(" in cell["source"]
    ]
    notebook.run_cell(place, exercise.solution)
    assert notebook.errors() == []
    wording = " ".join(notebook.texts_of(place))
    assert exercise.right in wording, wording
