"""In a pipe, findings are shown as soon as the files before them are done."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tapelint.reports import STREAMED

from .conftest import ROOT

RAISES = "import torch\nw = torch.ones(3, requires_grad=True)\nw.zero_()\n"
LEGACY = "import torch\nw = torch.ones(3, requires_grad=True)\nw.data.zero_()\n"
SLOW = "import torch\n" + "".join(
    f"def f{at}(w):\n" + "    w = w.exp() * 2\n" * 400 + "    w.data.zero_()\n" for at in range(12)
)
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tapelint", "check", "--isolated", "--no-cache", *arguments]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = {"a.py": RAISES + LEGACY[12:], "b.py": LEGACY, "c/d.py": RAISES, "c.py": RAISES}
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.process
@pytest.mark.parametrize("output_format", sorted(STREAMED))
def test_a_pipe_gets_what_a_file_gets(output_format: str, folder: Path) -> None:
    jobs = "2" if output_format == "full" else "1"
    for at in range(24 if jobs == "2" else 0):
        (folder / f"m{at}.py").write_text(RAISES)
    options = ["--output-format", output_format, "-q", "-j", jobs]
    piped = subprocess.run(
        command(*options), cwd=folder, env=ENVIRONMENT, capture_output=True, text=True
    )
    report = folder / "report.txt"
    subprocess.run(
        command(*options, "--output-file", str(report)), cwd=folder, env=ENVIRONMENT, check=False
    )
    assert piped.stdout == report.read_text()
    assert piped.stdout.count("TAP20") >= 3


@pytest.mark.process
@pytest.mark.parametrize("output_format", ["concise", "json-lines"])
def test_the_first_file_is_told_before_the_last_is_done(output_format: str, folder: Path) -> None:
    (folder / "z.py").write_text(SLOW)
    arguments = command("--output-format", output_format, "a.py", "c.py", "z.py", "-j1")
    process = subprocess.Popen(
        arguments, cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    was_running = process.poll() is None
    process.communicate(timeout=60)
    assert "a.py" in first
    assert was_running


@pytest.mark.process
def test_a_terminal_gets_the_report_at_the_end(folder: Path) -> None:
    main, other = pty.openpty()
    process = subprocess.Popen(
        command("--output-format", "concise", "--color", "never"),
        cwd=folder,
        env=ENVIRONMENT,
        stdout=other,
        stderr=subprocess.DEVNULL,
    )
    os.close(other)
    told = b""
    while True:
        try:
            chunk = os.read(main, 4096)
        except OSError:
            break
        if not chunk:
            break
        told += chunk
    process.wait()
    os.close(main)
    piped = subprocess.run(
        command("--output-format", "concise"), cwd=folder, env=ENVIRONMENT, capture_output=True
    )
    assert told.replace(b"\r\n", b"\n") == piped.stdout
