"""The action for GitHub: its steps, run in a shell on a project, and its section in the docs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tapelint.version import __version__

from ..conftest import ROOT, made_once
from .composite import Composite
from .conftest import Distributions, clean_environment

PITFALL = "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
REMEDY = PITFALL.replace("w.normal_()", "with torch.no_grad():\n    w.normal_()")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
SECTION = re.search(
    r"^### The action\n(.*?)^### ", (ROOT / "docs/ci.md").read_text("utf-8"), re.M | re.S
)


@pytest.fixture(scope="module")
def installed(shared: Path, wheels: Path) -> Composite:
    """The action after its step of installation, from its own checkout."""
    temp = shared / "runner"
    python = {"python": {"python-path": sys.executable}}
    action = Composite(ROOT, temp, temp, clean_environment(wheels), python)
    outputs = temp / "install.json"
    with made_once(temp) as is_missing:
        if is_missing:
            temp.mkdir()
            done = action.run(until="install")
            assert done.returncode == 0, done.log
            outputs.write_text(json.dumps(done.steps["install"]))
    action.given["install"] = json.loads(outputs.read_text())
    return action


@pytest.fixture
def action(installed: Composite, tmp_path: Path) -> Composite:
    """The action in a clone of a project with one pitfall; a runner's folder of its own."""
    for name in ("origin/src", "temp"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "origin/src/model.py").write_text(PITFALL)
    environment = dict(installed.environment) | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "Tester", f"GIT_{who}_EMAIL": "tester@example.org"}
    found = Composite(
        ROOT, tmp_path / "origin", tmp_path / "temp", environment, dict(installed.given)
    )
    git(found, "init", "-q", "-b", "main")
    git(found, "add", ".")
    git(found, "commit", "-qm", "first")
    return found


def git(action: Composite, *arguments: str) -> None:
    subprocess.run(
        ["git", *arguments], cwd=action.checkout, env=dict(action.environment), check=True
    )


def clone(action: Composite, *options: str) -> None:
    """Go on in a clone of the project, as a job of a pull request does."""
    checkout = action.checkout.with_name("checkout")
    git(action, "clone", "-q", *options, f"file://{action.checkout}", str(checkout))
    action.checkout = checkout
    action.environment = {**action.environment, "GITHUB_BASE_REF": "main"}


# --- what it finds ---


def test_a_pitfall_is_annotated_and_fails(action: Composite) -> None:
    done = action.run()
    assert done.returncode == 1
    (annotation,) = re.findall("^::.*", done.log, re.M)
    assert re.match(r"::error title=tapelint TAP201 .*,file=src/model\.py,line=4,", annotation)
    assert done.outputs == {"exit-code": "1", "output-file": ""}


def test_a_clean_project_passes(action: Composite) -> None:
    (action.checkout / "src/model.py").write_text(REMEDY)
    done = action.run()
    assert done.returncode == 0, done.log
    assert "::" not in done.log
    assert done.outputs["exit-code"] == "0"


def test_what_it_fails_on(action: Composite) -> None:
    legacy = "import torch\n\nw = torch.nn.Parameter(torch.ones(3))\nw.data.zero_()\n"
    (action.checkout / "src/model.py").write_text(legacy)
    assert action.run().returncode == 1
    done = action.run(fail_on="wrong-value")
    assert (done.returncode, done.outputs["exit-code"]) == (0, "0"), done.log
    (action.checkout / "src/model.py").write_text(PITFALL)
    assert action.run(fail_on="wrong-value").returncode == 1
    assert action.run(fail_on="wrong-value", output_format="sarif").returncode == 0


def test_sarif_lands_in_its_file_and_does_not_fail(action: Composite) -> None:
    done = action.run(output_format="sarif")
    assert done.returncode == 0, done.log
    assert done.outputs == {"exit-code": "0", "output-file": "tapelint.sarif"}
    report = json.loads((action.checkout / "tapelint.sarif").read_text("utf-8"))
    assert [each["ruleId"] for each in report["runs"][0]["results"]] == ["TAP201"]
    other = action.temp / "other.sarif"
    done = action.run(output_format="sarif", output_file=str(other))
    assert done.outputs["output-file"] == str(other)
    assert other.is_file()


def test_what_cannot_be_read_fails_with_sarif_too(action: Composite) -> None:
    (action.checkout / "src/broken.py").write_text("import torch\nw.normal_(\n")
    done = action.run(output_format="sarif")
    assert done.returncode == 2
    assert done.outputs["exit-code"] == "2"
    assert (action.checkout / "tapelint.sarif").is_file()


# --- changed lines ---


@pytest.mark.parametrize("depth", [(), ("--depth", "1")], ids=["whole", "shallow"])
def test_only_changed_lines_of_a_pull_request_count(
    action: Composite, depth: tuple[str, ...]
) -> None:
    git(action, "checkout", "-q", "-b", "change")
    (action.checkout / "src/model.py").write_text(PITFALL + "print(w)\n")
    git(action, "commit", "-qam", "harmless")
    origin = action.checkout
    clone(action, "--single-branch", "--branch", "change", *depth)
    done = action.run(diff_base="auto")
    assert done.returncode == 0, done.log
    assert "::" not in done.log

    action.checkout = origin
    (action.checkout / "src/model.py").write_text(PITFALL + "print(w)\nw.zero_()\n")
    git(action, "commit", "-qam", "a pitfall")
    # What happens on the branch meanwhile is no change of the pull request.
    git(action, "checkout", "-q", "main")
    (action.checkout / "src/late.py").write_text(PITFALL)
    git(action, "add", ".")
    git(action, "commit", "-qm", "late")
    action.checkout = origin.with_name("second")
    action.checkout.mkdir()
    git(action, "clone", "-q", "--branch", "change", *depth, f"file://{origin}", ".")
    done = action.run(diff_base="auto")
    assert done.returncode == 1
    assert re.findall(r"^::.*?file=([^,]*),line=(\d+)", done.log, re.M) == [("src/model.py", "6")]


def test_without_a_pull_request_all_lines_count(action: Composite) -> None:
    assert action.run(diff_base="auto").returncode == 1


def test_a_revision_may_be_named(action: Composite) -> None:
    assert action.run(diff_base="HEAD").returncode == 0
    done = action.run(diff_base="v9")
    assert done.returncode == 2
    assert "unknown revision 'v9'" in done.log


def test_a_history_that_cannot_be_fetched_is_told(action: Composite) -> None:
    git(action, "checkout", "-q", "-b", "change")
    clone(action, "--single-branch", "--branch", "change", "--depth", "1")
    git(action, "remote", "set-url", "origin", "file:///nowhere")
    done = action.run(diff_base="auto")
    assert done.returncode == 2
    assert "fetch-depth: 0" in done.log


# --- what it is told ---


def test_paths_and_options_are_words_and_nothing_else(action: Composite) -> None:
    (action.checkout / "two words").mkdir()
    (action.checkout / "two words/model.py").write_text(PITFALL)
    done = action.run(paths="two words\nsrc\n", args="--ignore TAP201")
    assert done.returncode == 0, done.log
    done = action.run(paths="two words", args="--exclude *.md")
    assert re.findall(r"file=([^,]*)", done.log) == ["two words/model.py"]
    done = action.run(paths="$(touch stolen); touch stolen", args="; touch stolen")
    assert done.returncode == 2
    assert not (action.checkout / "stolen").exists()
    assert action.run(paths="--help").returncode == 2


def test_nothing_of_the_project_is_imported(action: Composite) -> None:
    for name in ("tapelint", "click"):
        (action.checkout / name).mkdir()
        (action.checkout / name / "__init__.py").write_text("raise SystemExit('imported')\n")
    done = action.run(paths="src")
    assert done.returncode == 1
    assert "TAP201" in done.log


def test_the_cache_is_where_the_steps_keep_it(action: Composite) -> None:
    action.run()
    kept = {
        step["with"]["path"].replace("${{ runner.temp }}", str(action.temp))
        for step in ACTION["runs"]["steps"]
        if step.get("uses", "").startswith("actions/cache/")
    }
    assert kept == {str(action.temp / "tapelint-cache")}
    assert (action.temp / "tapelint-cache/CACHEDIR.TAG").is_file()
    assert not (action.checkout / ".tapelint_cache").exists()


def test_a_version_is_installed_from_an_index(
    tmp_path: Path, wheels: Path, distributions: Distributions
) -> None:
    """The index is a folder here, with the wheel of this checkout."""
    environment = clean_environment(wheels)
    environment["PIP_FIND_LINKS"] += f" {distributions.wheel.parent}"
    nowhere = Composite(ROOT, tmp_path, tmp_path, environment)
    nowhere.given["python"] = {"python-path": sys.executable}
    (tmp_path / "model.py").write_text(PITFALL)
    done = nowhere.run(version=__version__)
    assert done.returncode == 1
    assert "file=model.py,line=4," in done.log
    done = nowhere.run(until="install", version="9.9")
    assert done.returncode == 1
    assert "tapelint==9.9" in done.log


# --- the page ---


def test_the_page_has_all_inputs_with_their_defaults() -> None:
    assert SECTION
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.+?) \|", SECTION[1], re.M))
    defaults = {name: each["default"] for name, each in ACTION["inputs"].items()}
    assert rows == {name: f"`{each}`" if each else "empty" for name, each in defaults.items()}
    for name in ACTION["outputs"]:
        assert f"`{name}`" in SECTION[1]


def test_the_page_uses_the_action_as_it_is() -> None:
    assert SECTION
    shown = re.findall(r"^```yaml\n(.*?)^```$", SECTION[1], re.M | re.S)
    whole, steps = (yaml.safe_load(each) for each in shown)
    used = [*whole["jobs"]["tapelint"]["steps"], *steps]
    of_ours = [step for step in used if "/tapelint@" in step["uses"]]
    assert len(of_ours) == 2
    for step in of_ours:
        assert step["uses"].endswith(f"@v{__version__}")
        assert step["with"].keys() <= ACTION["inputs"].keys()
