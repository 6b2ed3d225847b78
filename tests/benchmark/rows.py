"""The rows of the table: what is measured, against what, and how much is allowed."""

from __future__ import annotations

import functools
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from .corpus import SMALL, Corpus, Scripts, sampled
from .environments import Environments
from .errors import BenchmarkError
from .measuring import Cost, in_turn, middle_cpu, middle_wall, run

HERE = Path(__file__).parent
TIMES = "\u00d7"
SMALL_RUNS = 15
"""How often processes that are over at once are run."""
COUNTED = 100
"""How many files are executed to count steps."""


@dataclass(frozen=True)
class Bench:
    """What rows are measured with.

    Attributes:
        environments: The virtual environments.
        corpus: What is linted.
        runs: How often what is cheap is run.
        training: Folders of programs that train.
    """

    environments: Environments
    corpus: Corpus
    runs: int = 3
    training: tuple[Path, ...] = ()

    @property
    def python(self) -> Path:
        """Python with tapelint."""
        return self.environments.tapelint / "python"

    def check(self, *options: str | Path) -> list[str | Path]:
        """``tapelint check`` in one process, as it is installed."""
        command = self.environments.tapelint / "tapelint"
        quiet = ("--isolated", "--no-respect-gitignore", "--exit-zero")
        return [command, "check", *quiet, *options]


@dataclass(frozen=True)
class Measured:
    """A measured number.

    Attributes:
        value: The ratio, or the megabytes.
        details: The numbers behind it, in words.
        corpus: What it was measured on.
        runs: How many runs the numbers are the middle of.
    """

    value: float
    details: str
    corpus: str = ""
    runs: int = 1


@dataclass(frozen=True)
class Row:
    """A row of the table.

    Attributes:
        name: What the command calls it.
        what: What is measured, against what.
        target: How much is allowed.
        measure: Measures it.
        unit: What the number counts.
    """

    name: str
    what: str
    target: float
    measure: Callable[[Bench], Measured]
    unit: str = TIMES


def ratio(measured: float, base: float) -> float:
    """How many times as much."""
    if base <= 0:
        raise BenchmarkError("nothing was measured to compare with: the corpus is too small")
    return measured / base


def against(
    names: tuple[str, str], costs: tuple[Sequence[Cost], Sequence[Cost]], corpus: str = ""
) -> Measured:
    """The ratio of two things by CPU time."""
    ours, theirs = map(middle_cpu, costs)
    details = f"{names[0]} {seconds(ours)}, {names[1]} {seconds(theirs)}"
    return Measured(ratio(ours, theirs), details, corpus, len(costs[0]))


def seconds(number: float) -> str:
    """A time as people write it."""
    if number < 1:
        return f"{1000 * number:.3g} ms"
    return f"{number:.2f} s" if number < 100 else f"{number:.0f} s"


def parsing(bench: Bench, files: Sequence[Path]) -> list[float]:
    """The seconds of CPU time that libcst's parser needs for each of these files."""
    with tempfile.TemporaryDirectory() as folder:
        listed, result = Path(folder, "files"), Path(folder, "result")
        listed.write_text("".join(f"{path}\n" for path in files), encoding="utf-8")
        run([bench.python, HERE / "floor.py", listed, result])
        found: list[float | None] = json.loads(result.read_text("utf-8"))
    parsed = [each for each in found if each is not None]
    if not parsed:
        raise BenchmarkError("libcst can parse none of the files")
    return parsed


def floor(bench: Bench) -> Measured:
    """tapelint against libcst's parser."""
    return floor_of(bench, bench.corpus)


def floor_of(bench: Bench, corpus: Corpus) -> Measured:
    """The same on a corpus; what ruff costs stands beside it, for whoever wonders."""
    files = corpus.files
    command = bench.check("--no-cache", "-j1", *corpus.paths)
    costs = in_turn(lambda: run(command), lambda: Cost(sum(parsing(bench, files))), runs=bench.runs)
    names = ("tapelint check", f"parse_module of {len(files)} files")
    found = against(names, costs, corpus.description)
    options = ("--isolated", "--no-cache", "--no-respect-gitignore", "--exit-zero", "--quiet")
    ruff = [bench.environments.ruff / "ruff", "check", "--select", "ALL", *options, *corpus.paths]
    beside = middle_cpu([run(ruff) for _ in range(bench.runs)])
    details = f"{found.details}; beside it, ruff check --select ALL {seconds(beside)}"
    return Measured(found.value, details, found.corpus, found.runs)


def floor_timm(bench: Bench) -> Measured:
    """The same on timm alone."""
    return floor_of(bench, bench.corpus.only("timm"))


def floor_transformers(bench: Bench) -> Measured:
    """The same on transformers alone."""
    return floor_of(bench, bench.corpus.only("transformers"))


def training(bench: Bench) -> Measured:
    """The same on programs that train."""
    return floor_of(bench, Scripts(sample=bench.corpus.sample, given=bench.training))


def folders(bench: Bench, *options: str) -> Measured:
    """Small folders, each by itself, against libcst's parser on their files."""
    ours: list[Cost] = []
    theirs: list[Cost] = []
    count = bench.runs
    for path in SMALL:
        folder = bench.corpus.part(path)
        command = bench.check("--no-cache", "-j1", *options, folder)
        files = [each for each in sorted(folder.rglob("*.py")) if b"torch" in each.read_bytes()]
        one, other = in_turn(
            functools.partial(run, command),
            lambda files=files: Cost(sum(parsing(bench, files))),  # type: ignore[misc]
            runs=bench.runs,
        )
        count = min(count, len(one))
        ours.append(Cost(middle_cpu(one)))
        theirs.append(Cost(middle_cpu(other)))
    each = [
        f"`{path}` {number(our.cpu / their.cpu)}"
        for path, our, their in zip(SMALL, ours, theirs, strict=True)
    ]
    value = ratio(sum(cost.cpu for cost in ours), sum(cost.cpu for cost in theirs))
    return Measured(value, ", ".join(each), ", ".join(SMALL), count)


def number(value: float) -> str:
    """How many times, as people say it."""
    return f"{value:.1f} {TIMES}" if value < 9.95 else f"{value:.0f} {TIMES}"


def folders_alone(bench: Bench) -> Measured:
    """The same where imports are not followed."""
    return folders(bench, "--config", "follow-imports=false")


@dataclass(frozen=True)
class Counts:
    """What executing files takes, counted.

    Attributes:
        files: How many files.
        lines: How many lines they have.
        steps: What was paid from budgets.
        executions: How often statements were executed, those of other files too.
        statements: How many different ones.
    """

    files: int
    lines: int
    steps: int
    executions: int
    statements: int


@functools.cache
def counted(bench: Bench) -> Counts:
    """What executing a sample takes: always the same, on any machine."""
    files = sampled(bench.corpus.files, COUNTED)
    with tempfile.TemporaryDirectory() as folder:
        listed, result = Path(folder, "files"), Path(folder, "result")
        listed.write_text("".join(f"{path}\n" for path in files), encoding="utf-8")
        # Names are kept in sets, whose order is another one with each seed.
        run(["env", "PYTHONHASHSEED=0", bench.python, HERE / "steps.py", listed, result])
        return Counts(**json.loads(result.read_text("utf-8")))


def steps(bench: Bench) -> Measured:
    """Steps of the tape, against lines."""
    has = counted(bench)
    details = f"{has.steps} steps, {has.lines} lines"
    return Measured(ratio(has.steps, has.lines), details, _sample_of(bench, has))


def executions(bench: Bench) -> Measured:
    """Executions of statements, against statements."""
    has = counted(bench)
    details = f"{has.executions} executions of {has.statements} statements"
    return Measured(ratio(has.executions, has.statements), details, _sample_of(bench, has))


def _sample_of(bench: Bench, counts: Counts) -> str:
    return f"{counts.files} files of {bench.corpus.description}"


def torchfix(bench: Bench) -> Measured:
    """tapelint against torchfix's own command, one process each."""
    paths = bench.corpus.paths
    ours = bench.check("--no-cache", "-j1", *paths)
    theirs = [bench.environments.torchfix / "torchfix", "-j1", *paths]
    costs = in_turn(lambda: run(ours), lambda: run(theirs, exit_codes=(0, 1)), runs=bench.runs)
    return against(("tapelint check", "torchfix"), costs, bench.corpus.description)


def cache(bench: Bench) -> Measured:
    """The second run against the first one."""
    with tempfile.TemporaryDirectory() as folder:
        command = bench.check("-j1", "--cache-dir", Path(folder, "cache"), *bench.corpus.paths)
        first = [run(command)]
        again = [run(command) for _ in range(bench.runs)]
    return against(("second run", "first run"), (again, first), bench.corpus.description)


def one_changed(bench: Bench) -> Measured:
    """A run after one file was changed, against a process that imports libcst."""
    imports = [bench.python, "-c", "import libcst"]
    ours: list[Cost] = []
    theirs: list[Cost] = []
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        copies = _copied(bench.corpus, tree)
        command = bench.check("-j1", "--cache-dir", Path(folder, "cache"), tree)
        run(command)
        run(command)
        by_size = sorted(copies, key=lambda path: path.stat().st_size)
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            changed = by_size[int(share * len(by_size))]
            with changed.open("a", encoding="utf-8") as file:
                file.write("\n# changed\n")
            ours.append(run(command))
            theirs.append(run(imports))
    each = ", ".join(seconds(cost.cpu) for cost in ours)
    found = against(("the run", "import libcst"), (ours, theirs), bench.corpus.description)
    details = f"{found.details}; with files at 10, 30, 50, 70 and 90 % of the sizes: {each}"
    return Measured(found.value, details, found.corpus, found.runs)


def _copied(corpus: Corpus, tree: Path) -> list[Path]:
    """Copy the corpus; the copies of files that mention torch."""
    copies = []
    for folder in corpus.folders:
        if not corpus.sample:
            shutil.copytree(folder, tree / folder.name)
        for path in corpus.files:
            if path.is_relative_to(folder):
                copy = tree / folder.name / path.relative_to(folder)
                if corpus.sample:
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(path, copy)
                copies.append(copy)
    return copies


def processes(bench: Bench) -> Measured:
    """Two processes against one, on the clock."""
    paths = bench.corpus.paths
    two, one = (bench.check("--no-cache", jobs, *paths) for jobs in ("-j2", "-j1"))
    costs = in_turn(lambda: run(two), lambda: run(one), runs=bench.runs)
    ours, theirs = map(middle_wall, costs)
    details = f"on the clock: -j2 {seconds(ours)}, -j1 {seconds(theirs)}"
    return Measured(ratio(ours, theirs), details, bench.corpus.description, len(costs[0]))


def start(bench: Bench) -> Measured:
    """A file without torch, against a process that does nothing."""
    nothing = [bench.python, "-c", "pass"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "plain.py")
        file.write_text("import os\n\n\ndef here() -> str:\n    return os.getcwd()\n")
        found = []
        for name, options in (("with the cache", []), ("with --no-cache", ["--no-cache"])):
            once = functools.partial(run, bench.check(*options, file), folder=Path(folder))
            once()
            costs = in_turn(once, lambda: run(nothing), runs=SMALL_RUNS)
            found.append(against((f"tapelint check {name}", "python -c pass"), costs))
    worst = max(found, key=lambda each: each.value)
    details = "; ".join(each.details for each in found)
    return Measured(worst.value, details, "", worst.runs)


def flake8_without_torch(bench: Bench) -> Measured:
    """flake8 with the plugin against flake8 alone, on files that do not mention torch."""
    files = bench.corpus.others
    arguments = ["--isolated", "--exit-zero", "-j1", *files]
    ours = [bench.environments.tapelint / "flake8", *arguments]
    theirs = [bench.environments.flake8 / "flake8", *arguments]
    costs = in_turn(lambda: run(ours), lambda: run(theirs), runs=bench.runs)
    corpus = f"{len(files)} files without torch of {bench.corpus.description}"
    return against(("with tapelint", "flake8 alone"), costs, corpus)


def flake8_timm(bench: Bench) -> Measured:
    """flake8 with tapelint against flake8 with torchfix."""
    corpus = bench.corpus.only("timm")
    arguments = ["--isolated", "--exit-zero", "-j1", *corpus.paths]
    ours = [bench.environments.tapelint / "flake8", *arguments]
    theirs = [bench.environments.torchfix / "flake8", *arguments]
    costs = in_turn(lambda: run(ours), lambda: run(theirs), runs=bench.runs)
    return against(("with tapelint", "with torchfix"), costs, corpus.description)


def keystroke(bench: Bench) -> Measured:
    """A keystroke in an editor, against libcst's parser."""
    from .keystrokes import KEYSTROKES, training_file, typed

    text = training_file()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "train.py")
        file.write_text(text, encoding="utf-8")
        parse = median(parsing(bench, [file] * 7))
        cpu, wall = typed(bench.environments.server / "python", Path(folder), text)
    details = f"a keystroke {seconds(cpu)} (on the clock {seconds(wall)}, of which 20 ms are "
    details += f"waited for the next key), parse_module {seconds(parse)}"
    corpus = f"a training file of {len(text.splitlines())} lines"
    return Measured(ratio(cpu, parse), details, corpus, KEYSTROKES)


def memory(bench: Bench) -> Measured:
    """The most memory that one process holds on transformers."""
    corpus = bench.corpus.only("transformers")
    cost = run(bench.check("--no-cache", "-j1", *corpus.paths))
    megabytes = cost.memory / 1e6
    return Measured(megabytes, f"{seconds(cost.cpu)} of CPU time", corpus.description)


def doubled(bench: Bench) -> Measured:
    """A file against one half as long."""
    from .doubling import worst_growth

    return worst_growth(bench)


_PARSED = "`libcst.parse_module` of every file that mentions torch"
_CHECK = "`tapelint check --no-cache`, one process, against"
ROWS = {
    row.name: row
    for row in (
        Row("floor", f"{_CHECK} {_PARSED}", 3.0, floor),
        Row("floor_timm", "the same on timm alone", 3.5, floor_timm),
        Row("floor_transformers", "the same on transformers alone", 3.5, floor_transformers),
        Row("training", "the same on training scripts", 6, training),
        Row("folders", "the same on small folders of large packages, one at a time", 12, folders),
        Row(
            "folders_alone",
            "these with `follow-imports = false`",
            6,
            folders_alone,
        ),
        Row("torchfix", f"{_CHECK} torchfix 0.7.0's command on the same files", 0.15, torchfix),
        Row(
            "cache",
            "second run with the cache, nothing changed, against the first run",
            0.03,
            cache,
        ),
        Row(
            "changed", "one file changed in a cached tree, against `import libcst`", 3, one_changed
        ),
        Row("processes", "two processes against one, on the clock", 0.6, processes),
        Row(
            "start", "`tapelint check` on a file without torch, against `python -c pass`", 4, start
        ),
        Row(
            "noflake8",
            "flake8 with the plugin against flake8 without, no torch",
            1.03,
            flake8_without_torch,
        ),
        Row(
            "timm", "flake8 with the plugin against flake8 with torchfix, on timm", 0.5, flake8_timm
        ),
        Row(
            "keystroke",
            "language server: a keystroke in a training file of 2,000 lines to diagnostics, "
            "against `libcst.parse_module` of it",
            1,
            keystroke,
        ),
        Row("memory", "peak memory of one process on transformers", 200, memory, "MB"),
        Row("steps", "steps of the execution for each line of a sample", 21, steps, "steps"),
        Row("executions", "executions for each statement of a sample", 4.4, executions, "times"),
        Row("doubled", "a file of 20,000 lines of one shape against one of 10,000", 2.3, doubled),
    )
}
