"""The workflows, the action and the citation file: valid by their schemas, and in step.

No runner has run the workflows. What can be known without one is tested here.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from docs.site.symptoms import tomllib

from tapelint.version import __version__

from ..conftest import ROOT, made_once
from ..tools import no_network

WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text("utf-8"))
    for path in sorted((ROOT / ".github/workflows").glob("*.yml"))
}
CITATION = ROOT / "CITATION.cff"


def jobs() -> dict[str, dict[str, Any]]:
    """All jobs, as workflow/job."""
    return {
        f"{workflow}/{name}": job
        for workflow, each in WORKFLOWS.items()
        for name, job in each["jobs"].items()
    }


def shown_on_the_page() -> dict[str, str]:
    """The whole files that the page for CI shows, by their own names."""
    text = (ROOT / "docs/ci.md").read_text("utf-8")
    shown = re.findall(r"^```yaml\n# (\S+)\n(.*?)^```$", text, re.M | re.S)
    return {f"{number}-{Path(name).name}": content for number, (name, content) in enumerate(shown)}


# --- by their schemas ---


installs_programs = pytest.mark.slow(reason="it installs programs, for files that seldom change")


@pytest.fixture(scope="module")
def programs(shared: Path) -> Path:
    """The folder with check-jsonschema and zizmor, which bring what they know of GitHub.

    It is an environment of its own: they want a newer jsonschema than the tests.
    """
    folder = shared / "workflows"
    with made_once(folder) as is_missing:
        if is_missing:
            subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
            command = [str(folder / "bin/pip"), "install", "-q", "--no-compile"]
            done = subprocess.run(
                [*command, "check-jsonschema>=0.33", "zizmor>=1.20"], capture_output=True, text=True
            )
            if done.returncode:
                no_network(done.stderr)
    return folder / "bin"


@pytest.fixture(scope="module")
def check_jsonschema(programs: Path) -> Path:
    return programs / "check-jsonschema"


def complaints(program: Path, schema: str, *paths: Path) -> str:
    """What does not hold, or nothing."""
    done = subprocess.run(
        [str(program), "--builtin-schema", f"vendor.{schema}", *map(str, paths)],
        capture_output=True,
        text=True,
    )
    return done.stdout if done.returncode else ""


@installs_programs
def test_all_files_are_valid(check_jsonschema: Path, tmp_path: Path) -> None:
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    assert complaints(check_jsonschema, "github-workflows", *workflows) == ""
    assert complaints(check_jsonschema, "github-actions", ROOT / "action.yml") == ""
    assert complaints(check_jsonschema, "citation-file-format", CITATION) == ""
    kinds = {"tapelint.yml": "github-workflows", ".gitlab-ci.yml": "gitlab-ci"}
    seen = set()
    for name, content in shown_on_the_page().items():
        kind = kinds.get(name.partition("-")[2])
        if kind:
            (tmp_path / name).write_text(content, encoding="utf-8")
            assert complaints(check_jsonschema, kind, tmp_path / name) == ""
            seen.add(kind)
    assert seen == set(kinds.values())


@installs_programs
def test_a_mistake_is_found(check_jsonschema: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yml"
    text = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    broken.write_text(text.replace("runs-on:", "runs-upon:"), encoding="utf-8")
    assert "runs-upon" in complaints(check_jsonschema, "github-workflows", broken)


def weaknesses(programs: Path, *paths: Path) -> str:
    """What zizmor says of workflows and actions, from what it calls medium on."""
    command = [str(programs / "zizmor"), "--offline", "--no-progress", "--format", "plain"]
    config = ROOT / ".github/zizmor.yml"
    done = subprocess.run(
        [*command, "--min-severity", "medium", "--config", str(config), *map(str, paths)],
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr if done.returncode else ""


@installs_programs
def test_nothing_is_known_to_be_weak(programs: Path, tmp_path: Path) -> None:
    assert weaknesses(programs, ROOT / ".github/workflows", ROOT / "action.yml") == ""
    text = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    (tmp_path / "weak.yml").write_text(
        text.replace("run: .ci/run", "run: echo ${{ github.event.pull_request.title }}")
    )
    assert "template-injection" in weaknesses(programs, tmp_path / "weak.yml")


# --- in step ---


def test_each_action_has_one_version_everywhere() -> None:
    """In the workflows, the action and the pages."""
    texts = [
        path.read_text("utf-8")
        for pattern in (".github/**/*.yml", "action.yml", "docs/**/*.md")
        for path in sorted(ROOT.glob(pattern))
    ]
    found = {each for text in texts for each in re.findall(r"uses: ([\w./-]+)@(\S+)", text)}
    assert len(found) > 8
    doubled = [
        (one, other)
        for one, other in itertools.combinations(sorted(found), 2)
        if one[0].split("/")[:2] == other[0].split("/")[:2] and one[1] != other[1]
    ]
    assert doubled == []


def test_every_python_that_is_supported_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    tested = WORKFLOWS["tests"]["jobs"]["python"]["strategy"]["matrix"]["python-version"]
    assert f">={tested[0]}" == project["requires-python"]
    minors = [int(each.split(".")[1]) for each in tested]
    assert minors == list(range(minors[0], minors[-1] + 1))
    classified = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert set(classified) <= set(tested)


def test_no_job_may_more_than_it_needs() -> None:
    for name, workflow in WORKFLOWS.items():
        assert workflow["permissions"] == {"contents": "read"}, name
    more = {name: job["permissions"] for name, job in jobs().items() if "permissions" in job}
    assert more == {
        "release/pypi": {"id-token": "write"},
        "release/github": {"contents": "write"},
        "site/deploy": {"id-token": "write", "pages": "write"},
    }


def test_no_secret_is_needed() -> None:
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        assert "secrets." not in path.read_text("utf-8")


def taken_by_pypi(everything: dict[str, Any]) -> str:
    """What the job that publishes takes: all of the package's jobs but the extension."""
    (pattern,) = [
        step["with"]["pattern"]
        for step in everything["release/pypi"]["steps"]
        if "download" in str(step)
    ]
    return str(pattern)


def test_what_is_taken_from_a_job_was_given_by_one_before() -> None:
    everything = jobs()
    given = {
        step["with"]["name"]
        for job in WORKFLOWS["package"]["jobs"].values()
        for step in job["steps"]
        if step.get("uses", "").startswith("actions/upload-artifact@")
    }
    assert given == {"distributions", "compiled-${{ matrix.os }}", "extension"}
    for name in ("release/pypi", "release/github"):
        assert "package" in everything[name]["needs"]
        (taken,) = [step for step in everything[name]["steps"] if "download" in str(step)]
        assert "name" not in taken["with"]
    assert taken_by_pypi(everything) == "{distributions,compiled-*}"


def test_commands_are_there() -> None:
    """The scripts of npm, the modules of Python and the files that steps name."""
    scripts = json.loads((ROOT / "editors/vscode/package.json").read_text("utf-8"))["scripts"]
    commands = [step["run"] for job in jobs().values() for step in job.get("steps", ())
                if "run" in step]  # fmt: skip
    named = {each for command in commands for each in re.findall(r"npm run ([\w:]+)", command)}
    assert named
    assert named <= scripts.keys()
    assert ".ci/run" in commands
    assert "python -m docs.site" in commands
    assert (ROOT / "docs/site/__main__.py").is_file()


def test_ci_finds_the_commands_of_the_readme_and_what_they_promise() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(re.findall(r"^python3 -m venv ", readme, re.MULTILINE)) == 2
    assert re.search(r"^It finds .* \(TAP\d+ at line \d+\)", readme, re.MULTILINE)


def test_no_step_puts_foreign_text_into_a_program() -> None:
    for name, job in jobs().items():
        for step in job.get("steps", ()):
            assert "${{" not in step.get("run", ""), name


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load(CITATION.read_text("utf-8"))
    assert str(citation["version"]) == __version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert citation["license"] == project["license"]
