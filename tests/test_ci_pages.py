"""The files that the pages show for CI: they parse, and their commands do what the pages say."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from docs.site.symptoms import tomllib

from tapelint.version import __version__

from .conftest import ROOT

PAGE = ROOT / "docs" / "ci.md"
PITFALL = "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
REMEDY = PITFALL.replace("w.normal_()", "with torch.no_grad():\n    w.normal_()")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

Done = subprocess.CompletedProcess[str]
Shell = Callable[[str], Done]


def sections() -> dict[str, str]:
    """The page by its headings of the second and third degree."""
    parts = re.split(r"^##+ (.+)$", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def block(heading: str, language: str) -> str:
    """The only block of a language below a heading."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", sections()[heading], re.M | re.S)
    assert len(found) == 1, heading
    return str(found[0])


def said_exit_code(heading: str) -> int:
    """The exit code that the text below a heading speaks of."""
    found = re.search(r"exit(?:s with| code) (\d)", sections()[heading])
    assert found, heading
    return int(found[1])


def workflow(heading: str) -> dict[str, Any]:
    """The only job of a workflow, which is one."""
    parsed = yaml.safe_load(block(heading, "yaml"))
    assert set(parsed) == {"name", True, "permissions", "jobs"}  # `on` is a yes in YAML
    (job,) = parsed["jobs"].values()
    assert job["runs-on"]
    for step in job["steps"]:
        assert ("uses" in step) != ("run" in step)
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+(/[\w-]+)+@v\d+", step["uses"])
    return {"permissions": parsed["permissions"], "steps": job["steps"]}


def without_installing(commands: list[str]) -> str:
    """The one command that is left when tapelint was installed."""
    assert commands[0] == "pip install tapelint"
    (command,) = commands[1:]
    return command


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Runs commands in a project with one pitfall, which git knows."""
    tools = tmp_path / "tools"
    project = tmp_path / "project"
    tools.mkdir()
    (project / "src").mkdir(parents=True)
    (project / "src/model.py").write_text(PITFALL)
    for tool in ("tapelint", "flake8"):
        (tools / tool).write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {tool} "$@"\n')
        (tools / tool).chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name[:4] != "GIT_"}
    environment |= {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GITHUB_BASE_REF": "main",
    }
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "Tester", f"GIT_{who}_EMAIL": "tester@example.org"}

    def run(command: str) -> Done:
        return subprocess.run(
            ["bash", "-e", "-c", command],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )

    made = "git init -q -b main && git add . && git commit -qm first"
    assert run(f"{made} && git update-ref refs/remotes/origin/main main").returncode == 0
    return run


def project_of(shell: Shell) -> Path:
    return Path(shell("pwd").stdout.strip())


def test_annotations(shell: Shell) -> None:
    steps = workflow("Annotations")["steps"]
    command = without_installing([step["run"] for step in steps if "run" in step])
    done = shell(command)
    assert done.returncode == said_exit_code("Annotations") == 1
    assert re.match(r"::error title=tapelint TAP201 .*file=src/model\.py,line=4,", done.stdout)
    (project_of(shell) / "src/model.py").write_text(REMEDY)
    assert shell(command).returncode == 0


def test_changed_lines_of_a_pull_request(shell: Shell) -> None:
    steps = workflow("Changed lines of a pull request")["steps"]
    assert steps[0]["with"] == {"fetch-depth": 0}
    command = without_installing([step["run"] for step in steps if "run" in step])
    done = shell(command)
    assert (done.returncode, done.stdout) == (0, "")
    (project_of(shell) / "src/model.py").write_text(PITFALL + "w.zero_()\n")
    shell("git commit -qam second")
    done = shell(command)
    assert done.returncode == 1
    assert done.stdout.count("::error") == 1
    assert "line=5," in done.stdout


def test_code_scanning(shell: Shell) -> None:
    found = workflow("Code scanning")
    assert found["permissions"]["security-events"] == "write"
    command = without_installing([step["run"] for step in found["steps"] if "run" in step])
    assert shell(command).returncode == said_exit_code("Code scanning") == 0
    upload = found["steps"][-1]
    assert upload["uses"].startswith("github/codeql-action/upload-sarif@")
    report = json.loads((project_of(shell) / upload["with"]["sarif_file"]).read_text("utf-8"))
    assert report["version"] == "2.1.0"
    assert [each["ruleId"] for each in report["runs"][0]["results"]] == ["TAP201"]


def test_code_scanning_of_a_broken_file(shell: Shell) -> None:
    (project_of(shell) / "src/broken.py").write_text("import torch\nw.normal_(\n")
    steps = workflow("Code scanning")["steps"]
    command = without_installing([step["run"] for step in steps if "run" in step])
    assert "still makes it exit with 2" in sections()["Code scanning"]
    assert shell(command).returncode == 2
    assert (project_of(shell) / "tapelint.sarif").is_file()


def test_gitlab(shell: Shell) -> None:
    (job,) = yaml.safe_load(block("GitLab", "yaml")).values()
    command = without_installing(job["script"])
    assert shell(command).returncode == said_exit_code("GitLab") == 1
    assert job["artifacts"]["when"] == "always"
    report = project_of(shell) / job["artifacts"]["reports"]["codequality"]
    assert [each["check_name"] for each in json.loads(report.read_text("utf-8"))] == ["TAP201"]


def test_tox(shell: Shell) -> None:
    settings = configparser.ConfigParser()
    settings.read_string(block("tox", "ini"))
    assert settings["tox"]["env_list"] == "lint"
    lint = settings["testenv:lint"]
    assert lint["deps"].split() == ["flake8", "tapelint"]
    done = shell(lint["commands"].strip())
    assert done.returncode == said_exit_code("tox") == 1
    assert done.stdout.startswith("src/model.py:4:1: TAP201 ")


def test_nox(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    ran: list[str] = []
    stand_in = types.ModuleType("nox")
    stand_in.session = lambda function: function  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "nox", stand_in)
    names: dict[str, Any] = {}
    exec(block("nox", "python"), names)
    session = types.SimpleNamespace(
        install=lambda *what: installed.extend(what), run=lambda *command: ran.extend(command)
    )
    names["lint"](session)
    assert installed == ["flake8", "tapelint"]
    done = shell(shlex.join(ran))
    assert done.returncode == 1
    assert done.stdout.startswith("src/model.py:4:1: TAP201 ")


def test_pre_commit_ci() -> None:
    settings = yaml.safe_load(block("pre-commit.ci", "yaml"))
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    (repository,) = settings["repos"]
    assert {hook["id"] for hook in repository["hooks"]} <= {hook["id"] for hook in hooks}
    assert repository["rev"] == f"v{__version__}"
    assert settings["ci"] == {"autofix_prs": False}


def test_any_other_ci(shell: Shell) -> None:
    commands = re.findall(r"```bash\n(.*?)\n```", sections()["Any other CI"], re.DOTALL)
    check, with_baseline = commands
    assert shell(check).returncode == 1
    assert shell("tapelint baseline").returncode == 0
    assert shell(with_baseline).returncode == 0
    (project_of(shell) / "src/new.py").write_text(PITFALL)
    assert shell(with_baseline).returncode == 1
    assert shell("tapelint check missing.py").returncode == 2


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_that_pages_show_can_be_parsed(page: Path) -> None:
    readers: dict[str, Callable[[str], object]] = {
        "yaml": yaml.safe_load,
        "toml": tomllib.loads,
        "json": lambda shown: json.loads(shown if shown[0] in "[{" else f"{{{shown}}}"),
        "ini": configparser.ConfigParser().read_string,
    }
    text = page.read_text("utf-8")
    for language, shown in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if language in readers:
            readers[language](shown)
