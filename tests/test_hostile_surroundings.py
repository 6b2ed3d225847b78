"""Odd files, names, streams and interrupts: one clear line, nothing lost, never a traceback."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tapelint import SourceError
from tapelint.reports import FORMATS
from tapelint.runner import find_files
from tapelint.settings.files import SettingsResolver
from tapelint.source.replacing import replace_file

from .conftest import Run

PITFALL = "import torch\nw = torch.ones(3, requires_grad=True)\nw.data.zero_()\n"
FIXED = PITFALL.replace("w.data.zero_()", "with torch.no_grad():\n    w.zero_()")


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


@pytest.mark.parametrize("output_format", FORMATS)
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


HOSTILE_NAMES = ("x\n::error title=planted::.py", "::error title=planted::.py", "y\x1b[2J\x9b1A.py")
HOSTILE = (
    PITFALL.replace("w.data", "w.data['\x1b[31m\u202e'] ;  w.data") + "# \x1b[2J \x85 \u2028\n"
)
ORDERS = re.compile(
    r"[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e]|^\s*::error title=planted", re.MULTILINE
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with names and lines that give orders to a terminal and to GitHub Actions."""
    try:
        for name in HOSTILE_NAMES:
            (tmp_path / name).write_text(HOSTILE)
        (tmp_path / "broken\n::error title=planted::.py").write_text("import torch\ntensor(\n")
    except OSError:
        pytest.skip("this file system has no such names")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        *(("--output-format", each) for each in FORMATS),
        ("--diff",),
        ("--show-files",),
        ("--show-settings",),
        ("--statistics",),
        ("--add-noqa",),
        ("--output-file", "x\x1b[2J/none"),
    ],
    ids=str,
)
def test_names_and_lines_give_no_orders(
    tapelint: Run, hostile: Path, arguments: tuple[str, ...]
) -> None:
    result = tapelint("check", "-j1", *arguments)
    assert result.stdout
    assert not ORDERS.findall(result.stdout + result.stderr)
    lists = {"--show-files", "--show-settings"}
    assert result.returncode == (0 if lists & set(arguments) else 2)
    if "json" in arguments:
        paths = {each["path"] for each in json.loads(result.stdout)}
        assert {os.path.normpath(path) for path in paths} == set(HOSTILE_NAMES)


@pytest.mark.parametrize("output_format", ["text", "json", "dot", "svg"])
def test_an_explanation_gives_no_orders(tapelint: Run, hostile: Path, output_format: str) -> None:
    result = tapelint("explain", f"{HOSTILE_NAMES[2]}:3", "--output-format", output_format)
    assert (result.returncode, result.stderr) == (0, "")
    assert not ORDERS.findall(result.stdout)


def test_flake8_is_told_of_no_orders(flake8: Run, tmp_path: Path) -> None:
    name = "x['\x1b[31m\u202e']"
    (tmp_path / "a.py").write_text(f"import torch\nx = [torch.ones(3)]\n{name}.data.zero_()\n")
    result = flake8("--select", "TAP", "a.py")
    assert result.stdout.startswith("a.py:3:1: TAP302 [data-mutation] ")
    assert "\\x1b[31m\\u202e" in result.stdout
    assert not ORDERS.findall(result.stdout)


def test_the_mark_stands_under_what_is_shown(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL.replace("w.data", "'\x1b'; w.data"))
    lines = tapelint("check", "--show", "legacy").stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if "^" in line)
    start, end = lines[at].index("^"), lines[at].rindex("^") + 1
    assert lines[at - 1][start:end] == "w.data.zero_()"


def test_a_diff_of_any_line_endings_can_be_applied(tapelint: Run, tmp_path: Path) -> None:
    before = PITFALL.replace("w =", "\f\nw =").replace("\n", "\r\n").encode()
    (tmp_path / "a.py").write_bytes(before)
    environment = {**os.environ, "NO_COLOR": "1"}
    command = [sys.executable, "-m", "tapelint", "check", "--diff"]
    diff = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, check=False
    ).stdout
    subprocess.run(["git", "apply", "-p0", "-"], cwd=tmp_path, input=diff, check=True)
    after = (tmp_path / "a.py").read_bytes()
    assert after.replace(b"\r\n", b"\n").decode() == FIXED.replace("w =", "\f\nw =")
    assert after.count(b"\r\n") == after.count(b"\n")


def test_json_is_json_on_a_terminal_that_knows_few_letters(tmp_path: Path) -> None:
    (tmp_path / "\xe9\U0001f525.py").write_text(PITFALL)
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    result = subprocess.run(
        [sys.executable, "-m", "tapelint", "check", "--output-format", "json"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
    )
    (found,) = json.loads(result.stdout.decode("latin-1"))
    assert found["path"] == "\xe9\U0001f525.py"


@pytest.mark.parametrize("report", ["a.py", "./a.py", "link/a.py", "folder/../a.py"])
@pytest.mark.parametrize("linted", [".", "a.py"])
def test_a_report_does_not_overwrite_what_is_linted(
    tapelint: Run, tmp_path: Path, report: str, linted: str
) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path)
    result = tapelint("check", linted, "--fix", "--output-file", report)
    assert result.returncode == 2
    complaint = f"{report}: is linted, the report would overwrite it; name another file"
    assert result.stderr == f"tapelint: {complaint}\n"
    assert result.stdout == ""
    assert (tmp_path / "a.py").read_text() == PITFALL


def test_a_report_does_not_overwrite_the_file_behind_standard_input(
    tapelint: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    arguments = ("-", "--stdin-filename", "a.py", "--output-file", "a.py")
    assert tapelint("check", *arguments, input=PITFALL).returncode == 2
    assert (tmp_path / "a.py").read_text() == PITFALL


def test_a_report_may_overwrite_what_is_not_linted(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    for report in ("report.md", "build/report.py"):
        (tmp_path / report).parent.mkdir(exist_ok=True)
        (tmp_path / report).write_text("old")
        assert tapelint("check", "--output-file", report).returncode == 1
        assert "TAP302" in (tmp_path / report).read_text()


def test_a_report_follows_no_link_and_keeps_the_mode(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "report").symlink_to("precious")
    assert tapelint("check", "--output-file", "report").returncode == 1
    assert (tmp_path / "precious").read_text() == "precious"
    assert not (tmp_path / "report").is_symlink()
    (tmp_path / "report").chmod(0o640)
    assert tapelint("check", "--output-file", "report").returncode == 1
    assert stat.S_IMODE((tmp_path / "report").stat().st_mode) == 0o640
    made = tapelint("check", "--output-file", "new", umask=0o027)
    assert made.returncode == 1
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert not list(tmp_path.glob(".tapelint-*"))


def test_a_full_disk_keeps_the_old_report_and_prints_the_new_one(
    tapelint: Run, tmp_path: Path
) -> None:
    """Simulated by a limit on what a file may hold: writing fails half way, too."""
    (tmp_path / "a.py").write_text(PITFALL)
    (tmp_path / "report").write_text("old")

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    arguments = ("check", "--no-cache", "--output-format", "json", "--output-file", "report")
    result = tapelint(*arguments, preexec_fn=small_disk)
    assert result.returncode == 2
    assert result.stderr == "tapelint: report: cannot be written: File too large\n"
    report, closing = (
        result.stdout[: result.stdout.rindex("\n]") + 2],
        result.stdout.splitlines()[-1],
    )
    assert [each["code"] for each in json.loads(report)] == ["TAP302"]
    assert closing.startswith("1 finding in 1 file")
    assert (tmp_path / "report").read_text() == "old"
    assert not list(tmp_path.glob(".tapelint-*"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_device_is_written_to_and_complained_of(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PITFALL)
    result = tapelint("check", "--output-file", "/dev/full")
    assert result.returncode == 2
    assert "TAP302" in result.stdout
    assert result.stderr == "tapelint: /dev/full: cannot be written: No space left on device\n"
    assert Path("/dev/full").is_char_device()


def test_a_baseline_holds_a_name_that_is_no_text(tapelint: Run, tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"\xff.py")).write_text(PITFALL)
    except OSError:
        pytest.skip("this file system has no such names")
    assert tapelint("baseline").returncode == 0
    json.loads((tmp_path / "tapelint-baseline.json").read_text("utf-8"))
    assert tapelint("check", "--baseline", "tapelint-baseline.json").returncode == 0


def test_one_file_by_two_names_is_fixed_once(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text(PITFALL)
    (tmp_path / "link.py").symlink_to("real.py")
    result = tapelint("check", "--fix")
    assert result.stdout == "No findings, 1 fixed, 2 files checked.\n"
    assert (tmp_path / "real.py").read_text() == FIXED
    assert (tmp_path / "link.py").is_symlink()


def test_what_someone_else_has_written_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text("theirs")
    with pytest.raises(SourceError, match="not written: it has changed meanwhile; run again"):
        replace_file(str(path), b"ours", b"before")
    assert path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_syntax_of_python_3_12_and_later_is_read_and_fixed(tapelint: Run, tmp_path: Path) -> None:
    new = (
        "type X = int\ndef f[T](x: T) -> T:\n    return x\n"
        "try:\n    pass\nexcept* ValueError:\n    pass\n"
        's = f"{f(1)!r:{2}} {f"{\'a\'}"}"\n'
    )
    asked = "import torch\nw = torch.ones(2, requires_grad=True)\nprint(w.numpy())\n"
    (tmp_path / "code.py").write_text(new + asked)
    assert tapelint("check", "--fix", "--unsafe-fixes").returncode == 0
    fixed = asked.replace("w.numpy()", "w.detach().numpy()")
    assert (tmp_path / "code.py").read_text() == new + fixed


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


def test_a_module_of_the_library_by_name_is_not_run(tmp_path: Path) -> None:
    """What is linted is never run, also where Python would look for its own modules there."""
    names = ("inspect", "typing", "dataclasses", "json", "ast", "libcst", "click", "pathspec")
    for name in names:
        (tmp_path / f"{name}.py").write_text("import torch\nraise SystemExit('run')\n")
    (tmp_path / "code.py").write_text(PITFALL)
    for jobs in ("1", "2"):
        with command(tmp_path, "check", "--jobs", jobs, ".", stdout=subprocess.PIPE) as process:
            told = process.communicate()[0].decode()
        assert process.returncode == 1, told
        assert "code.py:3:1: TAP302" in told


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_is_one_line(tmp_path: Path, jobs: str) -> None:
    slow = "import torch\n" + "".join(
        f"def f{at}(x):\n    x = x.data + torch.ones(3).sum()\n    return x\n" for at in range(4000)
    )
    for at in range(30):
        (tmp_path / f"f{at}.py").write_text(slow)
    process = command(
        tmp_path,
        "check",
        "-j",
        jobs,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # Background jobs of a shell ignore interrupts, and so do all their children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(3)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == b"tapelint: interrupted\n"


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
