"""Limits of steps and of seconds: one line for the file, and the other files are linted."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tapelint import Settings, SourceError, lint_file, lint_source
from tapelint.fixes import fix_findings
from tapelint.lint import Linted, lint_readable
from tapelint.tape import driver
from tapelint.tape.machine.budgets import Budgets

from .caching.running import outcome
from .conftest import Run

PITFALL = "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
LOOPS = 6
SLOW = (
    PITFALL
    + "".join("    " * depth + "for each in data:\n" for depth in range(LOOPS))
    + ("    " * LOOPS + "v = (w * each).exp().sum()\n") * 12_000
)
"""Lines in loops within each other that take more steps than the module's body may."""
GIVEN_UP = "given up after 2 seconds; split the file, leave it out, or raise the setting"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A slow file among quick ones, and a limit that only the slow one reaches."""
    (tmp_path / "tapelint.toml").write_text("time-limit = 2\n")
    (tmp_path / "a_quick.py").write_text(PITFALL)
    (tmp_path / "slow.py").write_text(SLOW)
    return tmp_path


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_takes_too_long_is_one_line_and_the_others_are_linted(
    project: Path, tapelint: Run, jobs: int
) -> None:
    for number in range(24):  # so many are spread over processes
        (project / f"empty_{number}.py").write_text("import torch\n")
    for _ in range(2):  # the cache does not keep it
        result = tapelint("check", "-j", str(jobs), "--output-format", "json")
        assert result.returncode == 2
        assert [each["path"] for each in json.loads(result.stdout)] == ["a_quick.py"]
        assert result.stderr == f"tapelint: slow.py: {GIVEN_UP} `time-limit`\n"


def test_flake8_tells_it_as_a_file_that_was_not_linted(project: Path, flake8: Run) -> None:
    result = flake8("--select", "TAP", "slow.py", "a_quick.py")
    lines = sorted(result.stdout.splitlines(), key=lambda line: "a_quick" in line)
    assert [line.split()[1] for line in lines] == ["TAP000", "TAP201"]
    assert GIVEN_UP in lines[0]


def test_explain_tells_it_too(project: Path, tapelint: Run) -> None:
    result = tapelint("explain", "slow.py:3")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"tapelint: slow.py: {GIVEN_UP} `time-limit`\n"


def test_it_holds_in_a_thread_that_is_not_the_main_one() -> None:
    found: list[Linted] = []
    settings = Settings(time_limit=1e-9)
    thread = threading.Thread(target=lambda: found.append(lint_readable(SLOW, settings=settings)))
    thread.start()
    thread.join()
    (linted,) = found
    assert not linted.was_read
    assert not linted.is_lasting
    assert not linted.findings
    assert [each.line for each in linted.errors] == [None]


def test_fixing_has_a_limit_of_its_own() -> None:
    findings = lint_source(PITFALL)
    with pytest.raises(SourceError, match="not fixed: given up after 1e-09 seconds"):
        fix_findings(PITFALL, findings, path="a.py", settings=Settings(time_limit=1e-9))


@pytest.mark.parametrize(
    "value", ["-1", "inf", "nan", "true", '"60"'], ids=["less", "inf", "nan", "flag", "text"]
)
def test_a_limit_that_is_no_number_of_seconds(project: Path, tapelint: Run, value: str) -> None:
    (project / "tapelint.toml").write_text(f"time-limit = {value}\n")
    result = tapelint("check")
    assert result.returncode == 2
    assert "time-limit: expected a number of seconds, or 0 for any" in result.stderr


CALLS = "\n\ndef step(x):\n    return x + 1 + 2 + 3 + 4 + 5 + 6 + 7\n\n\ndef train(x):\n"
CALLS += "    x = step(x)\n" * 2_500


def test_verbose_says_which_function_has_reached_which_limit(tmp_path: Path, tapelint: Run) -> None:
    (tmp_path / "calls.py").write_text(PITFALL + CALLS)
    (tmp_path / "plain.py").write_text(PITFALL)
    told = (
        "tapelint: calls.py: `train` calls functions that take too many steps: later calls count "
        "as unknown\n"
        "tapelint: calls.py: `train` took more than 25,000 steps: the rest of it was not looked "
        "at\n"
    )
    for _ in range(2):  # the second time from the cache
        result = tapelint("check", "--verbose", "--output-format", "concise")
        assert result.returncode == 1
        assert result.stderr.startswith(told)  # the first time, it may also say how long it took
    assert result.stderr == told
    assert tapelint("check", "--output-format", "concise").stderr == ""
    result = tapelint("check", "-v", "plain.py")
    assert result.stderr == "tapelint: no file has reached a limit of the analysis\n"
    explained = tapelint("explain", "calls.py:4")
    assert "limits of the analysis\n  `train` calls functions" in explained.stdout
    data = json.loads(tapelint("explain", "calls.py:4", "--output-format", "json").stdout)
    assert len(data["limits"]) == 2  # which linting has reached


BRANCHES = "    if n > {0}:\n        x = x * {0} + torch.sin(x)\n"


def test_many_branches_in_a_row_reach_no_limit(tmp_path: Path, tapelint: Run) -> None:
    """What a backward passes and where paths have met is gone through once, without recursion."""
    body = "".join(BRANCHES.format(at) for at in range(250))
    text = f"import torch\n\n\ndef forward(x: torch.Tensor, n):\n{body}    return x\n\n\n"
    (tmp_path / "branches.py").write_text(text + PITFALL)
    result = tapelint("check", "--verbose", "--output-format", "concise")
    assert result.stderr.startswith("tapelint: no file has reached a limit of the analysis\n")
    assert (result.returncode, result.stdout.count("TAP201")) == (1, 1)


def test_quiet_prints_findings_and_no_line_that_sums_up(tmp_path: Path, tapelint: Run) -> None:
    (tmp_path / "pitfall.py").write_text(PITFALL)
    (tmp_path / "clean.py").write_text("import torch\n")
    loud = tapelint("check", "--output-format", "concise").stdout.splitlines()
    quiet = tapelint("check", "-q", "--output-format", "concise")
    assert (quiet.returncode, quiet.stdout.splitlines()) == (1, loud[:-1])
    clean = tapelint("check", "--quiet", "clean.py")
    assert (clean.returncode, clean.stdout, clean.stderr) == (0, "", "")
    both = tapelint("check", "-q", "-v")
    assert both.returncode == 2
    assert (
        both.stderr
        == "tapelint: --quiet goes without --verbose: the one says less, the other more\n"
    )
    silenced = tapelint("check", "-q", "--add-noqa")
    assert (silenced.returncode, silenced.stdout) == (0, "")
    assert "# noqa: TAP201" in (tmp_path / "pitfall.py").read_text()


def test_a_file_that_takes_too_many_steps_is_checked_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found before stays, since it is the same each time, and is kept by the cache."""
    path = tmp_path / "long.py"
    path.write_text(PITFALL + CALLS)
    monkeypatch.setattr(driver.record, "__defaults__", _with(Budgets(file=200)))
    for _ in range(2):
        result = outcome(path, place=tmp_path / "cache")
        assert [each.code for each in result.findings] == ["TAP201"]
        assert [each.reason for each in result.errors if isinstance(each, SourceError)] == [
            "checked in part: it takes more steps than a file may; split it, or leave it out"
        ]
        assert any(each.startswith("`train` was not") for each in result.limits[str(path)])
        monkeypatch.undo()


def _with(budgets: Budgets) -> tuple[object, ...]:
    before = driver.record.__defaults__
    assert before is not None
    return tuple(budgets if isinstance(each, Budgets) else each for each in before)


GENERATED = "import torch\n\n\n" + "".join(
    f"def f{at}(x, y):\n    a = x * y + {at}\n    a.data.add_(1)\n    return a\n\n\n"
    for at in range(30_000)
)


@pytest.mark.process
def test_a_file_that_takes_too_much_memory_is_one_line_and_the_others_are_linted(
    tmp_path: Path, tapelint: Run
) -> None:
    """It is told before it is parsed; 500 MB do not suffice to parse it."""
    (tmp_path / "a_quick.py").write_text(PITFALL)
    (tmp_path / "generated.py").write_text(GENERATED)
    for _ in range(2):
        result = tapelint("check", "-j1", "--output-format", "json")
        assert result.returncode == 2
        assert [each["path"] for each in json.loads(result.stdout)] == ["a_quick.py"]
        assert result.stderr.count("\n") == 1
        assert result.stderr.startswith("tapelint: generated.py: too large to be analysed: more")


LITERALS = {
    "signs": "import torch\n\nNOTHING = [" + "...," * 60_000 + "]\n",
    "signs of strings": "import torch\n\nLINES = [" + "f('+'), " * 50_000 + "]\n",
}
TABLES = {
    "a string": "import torch\n\nLINE = '" + "+" * 300_000 + "'\n",
    "rows": "import torch\n\nT = [\n"
    + "".join(f"    ({at}, 'a{at}', [0, 0]),\n" for at in range(20_000))
    + "]\n",
    "assignments": "import torch\n\n" + "".join(f"A{at} = {at}\n" for at in range(20_000)),
}
"""What nothing reads needs no step."""


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_a_long_table_is_no_reason_to_refuse_a_file(
    tmp_path: Path, tapelint: Run, text: str
) -> None:
    (tmp_path / "table.py").write_text(text + PITFALL)
    result = tapelint("check", "--output-format", "concise")
    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout.startswith(f"table.py:{text.count(chr(10)) + PITFALL.count(chr(10))}:")


@pytest.mark.parametrize("text", LITERALS.values(), ids=LITERALS)
def test_what_is_large_without_a_word_is_one_line(tmp_path: Path, tapelint: Run, text: str) -> None:
    (tmp_path / "table.py").write_text(text + PITFALL)
    result = tapelint("check", "--output-format", "concise")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "tapelint: table.py: too large to be analysed: more than 200,000 operators and brackets; "
        "split it, or leave it out\n"
    )


FORWARD = "def forward(x: torch.Tensor, y: torch.Tensor, n):\n"
IN_A_ROW = {
    "branches": "".join(f"    if n > {at}:\n        x = x * {at}\n" for at in range(1_000)),
    "returns": "".join(f"    if n > {at}:\n        return x * {at}\n" for at in range(2_000)),
}
OPERATIONS = "".join(f"v = (w * {at}).exp()\n" for at in range(12_000))
LONG = {name: ("forward", FORWARD + body) for name, body in IN_A_ROW.items()}
LONG["operations"] = ("", OPERATIONS)


@pytest.mark.process
@pytest.mark.parametrize(("function", "text"), LONG.values(), ids=LONG)
def test_what_holds_much_ends_before_it_takes_500_megabytes(
    tmp_path: Path, function: str, text: str
) -> None:
    """What is held and copied is counted: a file ends at the same place on any machine."""
    (tmp_path / "long.py").write_text(f"{PITFALL}\n\n{text}")
    result = subprocess.run(
        [sys.executable, "-c", PEAK], cwd=tmp_path, capture_output=True, text=True
    )
    *told, line, peak = result.stderr.splitlines()
    what = f"`{function}`" if function else "the code outside of functions"
    assert [line, told[0]] == [
        "tapelint: long.py: checked in part: it takes more memory than a file may; split it, or "
        "leave it out",
        f"tapelint: long.py: {what} was not looked at, or not to its end: the file takes too much "
        "memory",
    ]
    assert (result.returncode, result.stdout.count("TAP201")) == (2, 1)
    assert int(peak) < 500


PEAK = """
import re, resource, sys
from tapelint.cli import main

try:
    main(["check", "-v", "--no-cache", "--isolated", "--output-format", "concise"])
finally:
    if sys.platform == "darwin":
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20
    else:  # there `ru_maxrss` is at least what the process had that started this one
        most = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) >> 10
    print(most, file=sys.stderr)
"""


KILLER = """
import os, sys
from tapelint import runner
from tapelint.cli import main

lint = runner.lint_guarded

def killed(source, **named):
    if named["path"].endswith("killed.py"):
        os.kill(os.getpid(), 9)
    return lint(source, **named)

runner.lint_guarded = killed
main(["check", "-j2", "--no-cache", "--isolated", "--output-format", "json"])
"""


@pytest.mark.process
def test_a_process_that_is_killed_costs_its_file_alone(tmp_path: Path) -> None:
    """As the kernel kills what takes the last memory."""
    for at in range(30):
        (tmp_path / f"m{at}.py").write_text(PITFALL)
    killed = ["a_killed.py", "killed.py", "z_killed.py"]
    for name in killed:  # each dies twice: with its batch, and on its own
        (tmp_path / name).write_text(PITFALL)
    result = subprocess.run(
        [sys.executable, "-c", KILLER], cwd=tmp_path, capture_output=True, text=True
    )
    assert result.returncode == 2
    assert len(json.loads(result.stdout)) == 30
    assert result.stderr == "".join(
        f"tapelint: {name}: not linted: its process died, perhaps for want of memory\n"
        for name in killed
    )


_SCRIPT = """\
import torch
from critics import Critic
from flows import Flow
from generators import Generator, loader

flow, critic, generator = Flow(), Critic(), Generator()
optimizer = torch.optim.Adam(critic.parameters(), lr=0.1)
for x in loader:
    fake = generator(x)
    wanted, seen = flow(x).detach(), flow(fake).detach()
    loss = critic(fake).mean() + (wanted - seen).pow(2).mean()
    other = critic(fake.detach()).mean()
    optimizer.zero_grad()
    other.backward()
    optimizer.step()
    loss.backward()
"""


def test_a_large_network_of_another_file_leaves_steps_for_the_others(tmp_path: Path) -> None:
    """As in a script that trains against a frozen network, which costs most."""
    lines = "".join(
        f"        x = torch.cat([x[:, :3], x[:, 3:]], 1) * {each} + x.mean()\n"
        for each in range(320)
    )
    layer = "import torch\nfrom torch import nn\n\n\nclass {}(nn.Module):\n"
    (tmp_path / "flows.py").write_text(
        f"{layer.format('Flow')}    def forward(self, x):\n{lines}        return x\n"
    )
    (tmp_path / "critics.py").write_text(
        f"{layer.format('Critic')}    def __init__(self):\n        super().__init__()\n"
        "        self.net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.Conv2d(8, 1, 3))\n\n"
        "    def forward(self, x):\n        return self.net(x).sigmoid()\n"
    )
    (tmp_path / "train.py").write_text(_SCRIPT)
    found = lint_file(tmp_path / "train.py", settings=Settings(select=("TAP204",)))
    assert [each.line for each in found] == [15]


_RESNET = """\
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, i, o, s=1):
        super().__init__()
        self.first, self.second = nn.Conv2d(i, o, 3, s, 1), nn.Conv2d(o, o, 3, 1, 1)
        self.norms = nn.ModuleList([nn.BatchNorm2d(o), nn.BatchNorm2d(o)])
        self.down = nn.Sequential()
        if s != 1 or i != o:
            self.down = nn.Sequential(nn.Conv2d(i, o, 1, s), nn.BatchNorm2d(o))

    def forward(self, x):
        out = self.norms[0](self.first(x)).relu()
        return (self.norms[1](self.second(out)) + self.down(x)).relu()


class ResNet(nn.Module):
    def __init__(self, layers=(2, 2, 2, 2), classes=10):
        super().__init__()
        self.i = 8
        self.stem = nn.Conv2d(3, 8, 3, 1, 1)
        self.layers = nn.ModuleList(
            [self._make(8 * 2**at, n, 1 + (at > 0)) for at, n in enumerate(layers)]
        )
        self.head = nn.Linear(64, classes)

    def _make(self, o, n, s):
        blocks = []
        for k in range(n):
            blocks.append(Block(self.i, o, s if k == 0 else 1))
            self.i = o
        return nn.Sequential(*blocks)

    def forward(self, x):
        x = self.stem(x).relu()
        for each in self.layers:
            x = each(x)
        return self.head(x.mean((2, 3)))
"""


def test_networks_of_other_files_leave_steps_for_a_short_training_function(tmp_path: Path) -> None:
    """What may be run grows with a function; one that trains has enough for what it makes."""
    (tmp_path / "models.py").write_text(_RESNET)
    (tmp_path / "train.py").write_text(
        "import torch\nfrom models import ResNet\n\n\ndef main():\n"
        "    a, b = ResNet(), ResNet((3, 4, 6, 3))\n"
        "    optimizer = torch.optim.SGD([*a.parameters(), *b.parameters()], lr=0.1)\n"
        "    for x in [torch.randn(2, 3, 8, 8)] * 2:\n"
        "        loss = (a(x) - b(x)).pow(2).mean()\n        optimizer.zero_grad()\n"
        "        loss.backward()\n        optimizer.step()\n        loss.backward()\n\n\nmain()\n"
    )
    found = lint_file(tmp_path / "train.py", settings=Settings(select=("TAP501",)))
    assert [each.line for each in found] == [13]
