"""Odd files, names, streams and interrupts: one clear line, nothing lost, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tapelint import SourceError
from tapelint.runner import find_files
from tapelint.settings.files import SettingsResolver
from tapelint.settings.values import OUTPUT_FORMATS
from tapelint.source.replacing import replace_file

from .conftest import Run

PITFALL = "import torch\nw = torch.ones(3, requires_grad=True)\nw.data.zero_()\n"
MENDED = PITFALL.replace("w.data.zero_()", "with torch.no_grad():\n    w.zero_()")


def command(folder: Path, *arguments: str, **options: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tapelint", *arguments],
        cwd=folder,
        **options,  # type: ignore[call-overload]
    )


def test_a_pipe_in_a_folder_is_not_waited_for(tapelint: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "code.py").write_text(PITFALL)
    assert tapelint("check", "--fix").stdout == "No findings, 1 fixed, 1 file checked.\n"
    with pytest.raises(SourceError, match="not a regular file"):
        replace_file(str(tmp_path / "pipe.py"), b"")


def test_a_folder_that_is_called_like_a_file(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "x.py").mkdir()
    (tmp_path / "x.py" / "y.py").write_text(PITFALL)
    (found,) = json.loads(tapelint("check", "--output-format", "json").stdout)
    assert found["path"] == str(Path("x.py", "y.py"))


def test_a_path_over_two_lines_is_complained_of_in_one(tapelint: Run) -> None:
    result = tapelint("check", "a\nb.py")
    assert result.stderr == "tapelint: a\\nb.py: no such file or folder; check the path\n"


@pytest.mark.parametrize("output_format", OUTPUT_FORMATS)
def test_a_name_that_is_no_text(tapelint: Run, tmp_path: Path, output_format: str) -> None:
    try:
        (tmp_path / os.fsdecode(b"\xff.py")).write_text(PITFALL)
    except OSError:
        pytest.skip("this file system has no such names")
    result = tapelint("check", "--output-format", output_format, "--output-file", "report")
    assert (result.returncode, result.stderr) == (1, "")
    assert "TAP302" in (tmp_path / "report").read_text("utf-8")
    if output_format in {"json", "sarif", "gitlab"}:
        json.loads((tmp_path / "report").read_text("utf-8"))


def test_a_baseline_holds_a_name_that_is_no_text(tapelint: Run, tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"\xff.py")).write_text(PITFALL)
    except OSError:
        pytest.skip("this file system has no such names")
    assert tapelint("baseline").returncode == 0
    json.loads((tmp_path / "tapelint-baseline.json").read_text("utf-8"))
    assert tapelint("check", "--baseline", "tapelint-baseline.json").returncode == 0


def test_one_file_by_two_names_is_mended_once(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text(PITFALL)
    (tmp_path / "link.py").symlink_to("real.py")
    result = tapelint("check", "--fix")
    assert result.stdout == "No findings, 1 fixed, 2 files checked.\n"
    assert (tmp_path / "real.py").read_text() == MENDED
    assert (tmp_path / "link.py").is_symlink()


def test_what_someone_else_has_written_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text("theirs")
    with pytest.raises(SourceError, match="not written: it has changed meanwhile; run again"):
        replace_file(str(path), b"ours", b"before")
    assert path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_syntax_of_python_3_12_and_later_is_read_and_mended(tapelint: Run, tmp_path: Path) -> None:
    new = (
        "type X = int\ndef f[T](x: T) -> T:\n    return x\n"
        "try:\n    pass\nexcept* ValueError:\n    pass\n"
        's = f"{f(1)!r:{2}} {f"{\'a\'}"}"\n'
    )
    (tmp_path / "code.py").write_text(new + PITFALL)
    assert tapelint("check", "--fix").returncode == 0
    assert (tmp_path / "code.py").read_text() == new + MENDED


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("arguments", [(), ("--fix",)])
def test_an_output_that_takes_nothing_is_one_line(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    with open("/dev/full", "wb") as full:
        process = command(
            tmp_path,
            "check",
            "-",
            *arguments,
            stdin=subprocess.PIPE,
            stdout=full,
            stderr=subprocess.PIPE,
        )
        _, errors = process.communicate(PITFALL.encode())
    assert process.returncode == 2
    assert errors.splitlines()[0] == b"tapelint: not done: no space left on device"
    assert b"Traceback" not in errors


def test_a_reader_that_has_seen_enough(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(PITFALL + "w.data.zero_()\n" * 3000)
    process = command(tmp_path, "check", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 1


def test_no_standard_input_is_one_line(tmp_path: Path) -> None:
    process = command(
        tmp_path, "check", "-", preexec_fn=lambda: os.close(0), stderr=subprocess.PIPE
    )
    _, errors = process.communicate()
    assert process.returncode == 2
    assert errors == b"tapelint: standard input is closed; name a file\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_is_one_line(tmp_path: Path, jobs: str) -> None:
    slow = "import torch\n" + "".join(
        f"def f{at}(x):\n    x = x.data + torch.ones(3).sum()\n    return x\n" for at in range(4000)
    )
    for at in range(30):
        (tmp_path / f"f{at}.py").write_text(slow)
    process = command(tmp_path, "check", "-j", jobs, stderr=subprocess.PIPE, start_new_session=True)
    time.sleep(3)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == b"tapelint: interrupted; what was not written yet is left as it was\n"


@pytest.mark.parametrize("given", [".", "closed"])
def test_a_folder_that_cannot_be_read_is_one_line(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulated: whoever runs the tests may be allowed to read everything."""
    (tmp_path / "closed").mkdir()
    scan = os.scandir

    def refusing(path: str = ".") -> object:
        if os.path.basename(path) == "closed":
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    monkeypatch.chdir(tmp_path)
    found = list(find_files([given], SettingsResolver()))
    assert [str(each) for each in found] == [
        f"{os.path.join(given, 'closed') if given == '.' else given}: "
        "cannot be read: permission denied; change its mode or leave it out"
    ]
