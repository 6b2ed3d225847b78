"""What the command does on a terminal, and what it does not do elsewhere."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tapelint.options import Option
from tapelint.processes import InFlight
from tapelint.rules import all_rules
from tapelint.terminal import _progress_line

from .conftest import Run

PITFALL = "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
ESCAPE = "\x1b["


def on_a_terminal(
    folder: Path,
    *arguments: str,
    errors_only: bool = False,
    interrupted_after: str | None = None,
    **environment: str,
) -> str:
    """What the command writes to a terminal; Ctrl-C is pressed once it has written a text."""
    main_end, command_end = pty.openpty()
    unset = {"NO_COLOR", "FORCE_COLOR", "CI"}
    kept = {key: value for key, value in os.environ.items() if key not in unset}
    process = subprocess.Popen(
        [sys.executable, "-m", "tapelint", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if errors_only else command_end,
        stderr=command_end,
        env={**kept, "TERM": "xterm", **environment},
        start_new_session=True,
    )
    os.close(command_end)
    written = b""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        ready, _, _ = select.select([main_end], [], [], 1)
        if not ready:
            continue
        try:
            part = os.read(main_end, 65536)
        except OSError:
            break  # the other end is closed
        if not part:
            break
        written += part
        if interrupted_after is not None and interrupted_after.encode() in written:
            interrupted_after = None
            os.killpg(process.pid, signal.SIGINT)
    os.close(main_end)
    process.wait(60)
    return written.decode("utf-8")


def test_colours_only_on_a_terminal(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    assert ESCAPE in on_a_terminal(tmp_path, "check")
    assert ESCAPE not in on_a_terminal(tmp_path, "check", NO_COLOR="1")
    assert ESCAPE not in on_a_terminal(tmp_path, "check", TERM="dumb")
    assert ESCAPE not in on_a_terminal(tmp_path, "check", "--output-format", "json")
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    command = [sys.executable, "-m", "tapelint", "check"]

    def piped(**more: str) -> str:
        result = subprocess.run(
            command, cwd=tmp_path, env={**environment, **more}, capture_output=True, check=False
        )
        return result.stdout.decode("utf-8")

    assert ESCAPE not in piped()
    assert ESCAPE in piped(FORCE_COLOR="1")
    assert ESCAPE not in piped(FORCE_COLOR="1", NO_COLOR="1")


def test_colours_are_chosen(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    assert ESCAPE in tapelint("check", "--color", "always").stdout  # whatever `NO_COLOR` says
    assert ESCAPE not in tapelint("check", "--color", "auto").stdout
    assert ESCAPE in on_a_terminal(tmp_path, "check", "--color=auto")
    assert ESCAPE not in on_a_terminal(tmp_path, "check", "--color=never", FORCE_COLOR="1")


def test_a_report_in_a_file_has_no_colours(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    on_a_terminal(tmp_path, "check", "--output-file", "report.txt")
    assert "TAP201" in (tmp_path / "report.txt").read_text()
    assert ESCAPE not in (tmp_path / "report.txt").read_text()


def make_slow(folder: Path) -> None:
    """Four files that take more than a second together."""
    for number in range(4):
        (folder / f"slow{number}.py").write_text(PITFALL + "a = w.sum() * 2 + 1\n" * 1200)


def test_progress_is_shown_in_a_long_run_only(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    assert "files checked" not in on_a_terminal(tmp_path, "check", errors_only=True)
    make_slow(tmp_path)
    shown = on_a_terminal(tmp_path, "check", "-j1", errors_only=True)
    assert " of 5 files checked" in shown
    assert shown.endswith("\r\x1b[K")
    assert on_a_terminal(tmp_path, "check", "-j1", "-q", errors_only=True) == ""
    assert on_a_terminal(tmp_path, "check", "-j1", errors_only=True, CI="true") == ""


@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_progress_names_the_file_that_takes_long_and_leaves_no_line(
    jobs: str, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(PITFALL + "a = w.sum() * 2 + 1\n" * 8000)
    for number in range(30 if jobs == "-j2" else 0):  # so many are spread over processes
        (tmp_path / f"a{number}.py").write_text(PITFALL)
    named = "checked, slow.py for 2 s"
    shown = on_a_terminal(tmp_path, "check", jobs, errors_only=True, interrupted_after=named)
    assert named in shown
    assert shown.endswith("\r\x1b[Ktapelint: interrupted\r\n")
    total = "1 file" if jobs == "-j1" else "31 files"
    assert re.match(rf"\r\x1b\[K\d+ of {total} checked(?=[,\r])", shown)


@pytest.mark.parametrize(
    ("name", "columns", "expected"),
    [
        ("some/folder/file.py", 80, "3 of 9 files checked, some/folder/file.py for 12 s"),
        ("some/folder/file.py", 40, "3 of 9 files checked, ...le.py for 12 s"),
        ("文字/文字.py", 40, "3 of 9 files checked, ...字.py for 12 s"),
        ("a\x1b[2J\nb.py", 80, "3 of 9 files checked, a\\x1b[2J\\nb.py for 12 s"),
        ("some/folder/file.py", 20, "3 of 9 files checked"),
    ],
)
def test_progress_fits_into_a_line(name: str, columns: int, expected: str) -> None:
    in_flight = InFlight()
    in_flight.done, in_flight.total = 3, 9
    assert _progress_line(in_flight, (name, 12.0), columns) == expected


def test_progress_is_silent_without_a_terminal(tapelint: Run, tmp_path: Path) -> None:
    make_slow(tmp_path)
    assert tapelint("check", "-j1").stderr == ""


def test_the_closing_line_counts(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    (tmp_path / "b.py").write_text("import torch  # noqa: TAP201\n")
    assert tapelint("check", "a.py").stdout.endswith(
        "\n1 finding in 1 file: 1 raises; [*] 1 fixable with `--fix`.\n"
    )
    assert tapelint("check").stdout.endswith(
        "\n2 findings in 2 files: 1 raises, 1 none; [*] 2 fixable with `--fix`.\n"
    )


def test_the_closing_line_counts_by_consequence_and_begins_with_the_worst(
    tapelint: Run, tmp_path: Path
) -> None:
    legacy = "import torch\nv = torch.nn.Parameter(torch.ones(3))\n" + "v.data.zero_()\n" * 6
    (tmp_path / "a.py").write_text(legacy + PITFALL)
    (tmp_path / "b.py").write_text("x = 1\n")
    assert tapelint("check").stdout.splitlines()[-1] == (
        "7 findings in 1 of 2 files (1 mentions torch): 1 raises, "
        "6 legacy (`--show legacy` lists them); "
        "[*] 7 fixable with `--fix`."
    )


def test_all_rules_are_listed(tapelint: Run) -> None:
    lines = tapelint("rule", "--all").stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [
        [rule.code, rule.name] for rule in all_rules().values()
    ]
    assert tapelint("rule").stdout.splitlines() == lines


@pytest.mark.parametrize(
    "command", [(), ("check",), ("baseline",), ("rule",), ("linter",), ("config",), ("completion",)]
)
def test_help_fits_a_screen_and_shows_examples(tapelint: Run, command: tuple[str, ...]) -> None:
    text = tapelint(*command, "--help").stdout
    lines = text.splitlines()
    assert len(lines) <= 40
    assert max(len(line) for line in lines) <= 80
    assert "Examples:" in text
    assert tapelint(*command, "-h").stdout == text


@pytest.mark.parametrize("command", ["check", "baseline"])
def test_all_options_are_shown_where_they_are_asked_for(tapelint: Run, command: str) -> None:
    from tapelint.cli import main

    text = tapelint(command, "--help-all").stdout
    short = tapelint(command, "--help").stdout
    options = [each for each in main.commands[command].params if isinstance(each, Option)]
    assert f"`python -m tapelint {command} --help-all` shows all {len(options)} options." in short
    for each in options:
        pattern = rf"^  (?:-[jqvw], )?{re.escape(each.opts[-1])}\b(?!-)"
        assert re.search(pattern, text, re.MULTILINE), each.opts
        assert bool(re.search(pattern, short, re.MULTILINE)) == each.is_common, each.opts


def test_every_option_has_a_word_of_help() -> None:
    from tapelint.cli import main

    for command in main.commands.values():
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert getattr(parameter, "help", None), (command.name, parameter.name)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(tapelint: Run, shell: str) -> None:
    script = tapelint("completion", shell).stdout
    assert "_TAPELINT_COMPLETE" in script
    assert "tapelint" in script


def test_completion_completes(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", "from tapelint.cli import main; main(prog_name='tapelint')"],
        env={
            **os.environ,
            "_TAPELINT_COMPLETE": "bash_complete",
            "COMP_WORDS": "tapelint check --output-format sa",
            "COMP_CWORD": "3",
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.split() == ["plain,sarif"]
