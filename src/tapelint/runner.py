"""Linting many files: finding them, reading them, spreading them over processes."""

from __future__ import annotations

import functools
import os
import stat
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from tapelint.exclusion import Exclusion
from tapelint.findings import Finding
from tapelint.garbage import collect_rarely_until_exit, collect_young
from tapelint.hearing import Heard, chosen, hear_guarded
from tapelint.lint import Linted, lint_guarded, lint_source
from tapelint.processes import InFlight, spread
from tapelint.settings import Settings, SettingsError
from tapelint.settings.files import SettingsResolver
from tapelint.source import observations
from tapelint.source.errors import SourceError
from tapelint.took import Took

if TYPE_CHECKING:
    from tapelint.caching.cache import Cache
    from tapelint.caching.outlines import Outlines

_FILES_WORTH_PROCESSES = 24
_DIED = "not linted: its process died, perhaps for want of memory"


@dataclass
class Outcome:
    """What came out of a run.

    Attributes:
        findings: All findings, in the order of paths and lines.
        errors: What could not be linted, and settings that could not be followed.
        unread: What could not be read though nobody has named it, and does not matter: it fails
            no run.
        files: How many files were linted.
        mentioning: How many of them mention torch.
        linted: The files that were linted, with the settings that governed them; also those of
            which a part was left out.
        fixed: How many findings were fixed.
        limits: The limits of the analysis that were reached, each in words, by the file.
        took: What took the time of each file that was linted now.
        is_summed_up: Whether what could not be read was counted before the eyes of the user.
        left_out: How many findings are not shown, and why, in words.
    """

    findings: list[Finding] = field(default_factory=list)
    errors: list[SourceError | SettingsError] = field(default_factory=list)
    unread: list[SourceError] = field(default_factory=list)
    files: int = 0
    mentioning: int = 0
    linted: dict[str, Settings] = field(default_factory=dict)
    fixed: int = 0
    limits: dict[str, tuple[str, ...]] = field(default_factory=dict)
    took: dict[str, Took] = field(default_factory=dict)
    is_summed_up: bool = False
    left_out: list[str] = field(default_factory=list)

    def add(self, path: str, settings: Settings, result: Linted, *, is_named: bool = True) -> None:
        """Take in what came out of linting a file, which was named, or found in a folder."""
        is_told = is_named or result.matters or not result.is_lasting
        (self.errors if is_told else self.unread).extend(result.errors)
        self.findings.extend(sorted(result.findings, key=lambda finding: finding.sort_key))
        if result.was_read and (is_told or not result.errors):
            self.files += 1
            self.mentioning += result.mentions_torch
            self.linted[path] = settings
        if result.took is not None:
            self.took[path] = result.took
        if result.limits:
            self.limits[path] = result.limits

    @property
    def unread_files(self) -> int:
        """How many files could not be read, or not as a whole, and fail no run."""
        return len({error.path for error in self.unread})

    @property
    def linted_whole(self) -> dict[str, Settings]:
        """The files of which nothing was left out, with the settings that governed them."""
        errors = (*self.errors, *self.unread)
        broken = {error.path for error in errors if isinstance(error, SourceError)}
        return {path: each for path, each in self.linted.items() if path not in broken}

    def by_path(self) -> dict[str, list[Finding]]:
        """The findings of each file that has any."""
        found: dict[str, list[Finding]] = {}
        for finding in self.findings:
            found.setdefault(finding.path, []).append(finding)
        return found


_OPENED = ("/dev/fd/", "/dev/stdin", "/dev/null", "/proc/self/fd/")
"""What may be read though it is a pipe or a device: somebody has opened it for this process."""


def read(path: str) -> bytes:
    """The bytes of a file.

    Raises:
        SourceError: It cannot be read.
    """
    try:
        if _is_device(path) and not path.startswith(_OPENED):
            raise SourceError(path, "a pipe or a device, no file; `-` reads standard input")
        return observations.read(path)
    except OSError as error:
        raise SourceError(path, _why_unreadable(error)) from None
    except ValueError as error:
        raise SourceError(path, f"not a path: {error}") from None


def lint_file(path: str | os.PathLike[str], *, settings: Settings | None = None) -> list[Finding]:
    """Find the pitfalls in one file.

    Args:
        path: The file.
        settings: Which rules run; by default those that are on by default.

    Returns:
        The findings in the order of the text.

    Raises:
        SourceError: The file cannot be read, or is not Python.
        SettingsError: The settings name an unknown rule.
    """
    return lint_source(read(os.fspath(path)), path=os.fspath(path), settings=settings)


def _why_unreadable(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file or folder; check the path"
    if isinstance(error, PermissionError):
        return "cannot be read: permission denied; change its mode or leave it out"
    return f"cannot be read: {error.strerror or type(error).__name__}"


def find_files(
    paths: Sequence[str], resolver: SettingsResolver, *, force_exclude: bool = False
) -> Iterator[str | SourceError]:
    """The Python files at and below ``paths``, each once, in order.

    A file that is named is taken whatever it is called; folders are searched for Python files.
    Symbolic links to folders are not followed, so that a loop of links ends nothing.

    Args:
        paths: Files and folders.
        resolver: Gives the settings, which say what is left out.
        force_exclude: Whether files that are named may be left out as well.
    """
    seen: set[str] = set()
    exclusion = Exclusion(resolver)
    for given in paths:
        if force_exclude and os.path.exists(given) and exclusion.leaves_out(given):
            continue
        for found in _below(given, exclusion):
            key = os.path.normpath(found if isinstance(found, str) else found.path)
            if key in seen:  # a link to nothing that is named, and is in a folder as well
                continue
            seen.add(key)
            if isinstance(found, str):
                # A line that begins with `::` is a command to GitHub Actions: no path may.
                found = f".{os.sep}{found}" if found.startswith("::") else found
            yield found


def _below(given: str, exclusion: Exclusion) -> Iterator[str | SourceError]:
    try:
        is_folder = os.path.isdir(given)
        if not is_folder:
            os.stat(given)
    except OSError as error:
        yield SourceError(given, _why_unreadable(error))
        return
    except ValueError as error:
        yield SourceError(given, f"not a path: {error}")
        return
    if not is_folder:
        yield given
        return
    unreadable: list[OSError] = []
    skips_in = exclusion.search(given)
    for folder, folders, names in os.walk(given, onerror=unreadable.append):
        skips, endings = skips_in(folder), exclusion.endings(folder)
        folders[:] = sorted(name for name in folders if not skips(name, True))
        for name in sorted(names):
            if name.endswith(endings) and not skips(name, False):
                found = os.path.join(folder, name)
                if not _is_device(found):
                    yield found.removeprefix(f".{os.sep}") if given == "." else found
    for problem in unreadable:
        yield SourceError(str(problem.filename), _why_unreadable(problem))


def would_find(wanted: str, paths: Sequence[str], resolver: SettingsResolver) -> bool:
    """Whether :func:`find_files` would find a file, told without a search."""
    place = _place(wanted)
    exclusion = Exclusion(resolver)
    return os.path.lexists(wanted) and any(
        place == _place(given)
        or (
            os.path.isdir(given)
            and place.startswith(os.path.join(os.path.realpath(given), ""))
            and wanted.endswith(exclusion.endings(os.path.dirname(wanted)))
            and not exclusion.leaves_out(wanted)
        )
        for given in paths
    )


def _place(path: str) -> str:
    """Where the entry of a folder stands; a link is an entry of its own."""
    folder, name = os.path.split(os.path.normpath(path))
    return os.path.join(os.path.realpath(folder), name)


def _is_device(path: str) -> bool:
    """Whether a path is a pipe, a socket or a device: reading it may wait for ever."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False  # reading it tells what is wrong
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _leads_nowhere(path: str) -> bool:
    """Whether a path is a link to what is not there."""
    return os.path.islink(path) and not os.path.exists(path)


def lint_path(path: str, settings: Settings) -> Linted:
    """Lint one file; what cannot be linted is a value, so that the other files go on."""
    try:
        source = read(path)
    except SourceError as error:
        return Linted(errors=(error,), was_read=False, matters=not _leads_nowhere(path))
    linted = lint_guarded(source, path=path, settings=settings)
    collect_young()
    return linted


Task = tuple[str, Settings]
"""A file, and the settings that govern it."""


Watched = tuple[Heard, observations.Watch]
"""What was heard of a file, and what was seen of the file system meanwhile."""


def hear_path(path: str, settings: Settings) -> Heard:
    """Hear what all rules say of a file; what goes wrong is a value."""
    try:
        source = read(path)
    except SourceError as error:
        return Heard(errors=(error,), was_read=False, matters=not _leads_nowhere(path))
    heard = hear_guarded(source, path=path, settings=settings)
    collect_young()
    return heard


def _hear_watched(path: str, settings: Settings) -> Watched:
    with observations.watching() as watch:
        return hear_path(path, settings), watch


def _lint_batch(batch: Iterable[Task]) -> list[Linted]:
    collect_rarely_until_exit()
    with observations.looking_once():
        return [lint_path(path, settings) for path, settings in batch]


def _hear_batch(outlines: Outlines | None, batch: Iterable[Task]) -> list[Watched]:
    from tapelint.source.neighbours import kept_by  # where nothing is linted, it is not needed

    collect_rarely_until_exit()
    with kept_by(outlines), observations.looking_once():
        return [_hear_watched(path, settings) for path, settings in batch]


def run(
    paths: Sequence[str],
    resolver: SettingsResolver,
    jobs: int = 1,
    *,
    force_exclude: bool = False,
    only: Container[str] | None = None,
    cache: Cache | None = None,
    in_flight: InFlight | None = None,
    on_done: Callable[[Outcome, Linted], None] = lambda outcome, linted: None,
) -> Outcome:
    """Lint all files at and below ``paths``.

    Args:
        paths: Files and folders.
        resolver: Gives the settings of each file.
        jobs: How many processes to use at the most.
        force_exclude: Whether files that are named may be left out as well.
        only: The absolute paths of the files to lint of those; ``None`` for all.
        cache: Knows what files gave before, and keeps what they give.
        in_flight: Is told which files are being linted, and how many are done.
        on_done: Is told what each file gave, in the order of the paths, as soon as all before it
            are done.
    """
    outcome = Outcome()
    tasks = find_tasks(paths, resolver, outcome.errors, force_exclude=force_exclude)
    if only is not None:
        tasks = [(path, settings) for path, settings in tasks if os.path.abspath(path) in only]
    tasks.sort(key=lambda task: task[0])
    results: dict[int, Linted] = {}
    in_flight = in_flight or InFlight()
    in_flight.total = len(tasks)
    found = (
        _results(tasks, jobs, in_flight)
        if cache is None
        else _with_cache(tasks, jobs, cache, in_flight)
    )
    named = set(map(os.path.normpath, paths))
    with observations.looking_once():
        following = 0
        for done, (at, result) in enumerate(found, 1):
            results[at] = result
            in_flight.done = done
            while following in results:
                next_one = results.pop(following)
                is_named = os.path.normpath(tasks[following][0]) in named
                outcome.add(*tasks[following], next_one, is_named=is_named)
                on_done(outcome, next_one)
                following += 1
    return outcome


def find_tasks(
    paths: Sequence[str],
    resolver: SettingsResolver,
    errors: list[SourceError | SettingsError],
    *,
    force_exclude: bool = False,
) -> list[Task]:
    """The files at and below ``paths`` with their settings.

    A settings file that cannot be followed is one error, however many files it governs.
    """
    tasks: list[Task] = []
    told = {str(error) for error in errors}
    for found in find_files(paths, resolver, force_exclude=force_exclude):
        if isinstance(found, SourceError):
            errors.append(found)
            continue
        try:
            tasks.append((found, resolver.of_file(found)))
        except SettingsError as error:
            if str(error) not in told:
                told.add(str(error))
                errors.append(error)
    return tasks


def _with_cache(
    tasks: Sequence[Task], jobs: int, cache: Cache, in_flight: InFlight
) -> Iterator[tuple[int, Linted]]:
    """What files gave before, and what the others give now, each with its place."""
    unknown: list[int] = []
    for at, task in enumerate(tasks):
        before = cache.find(*task)
        if before is None:
            unknown.append(at)
        else:
            yield at, before
    try:
        left = [tasks[at] for at in unknown]
        work = functools.partial(_hear_batch, cache.outlines if left else None)
        for place, (heard, watch) in _spread(work, left, jobs, _died_watched, in_flight):
            at = unknown[place]
            cache.keep(*tasks[at], heard, watch)
            yield at, chosen(heard, *tasks[at])
    finally:
        cache.write()


def _results(tasks: Sequence[Task], jobs: int, in_flight: InFlight) -> Iterator[tuple[int, Linted]]:
    return _spread(_lint_batch, tasks, jobs, _died, in_flight)


Result = TypeVar("Result")


def _spread(
    work: Callable[[Iterable[Task]], list[Result]],
    tasks: Sequence[Task],
    jobs: int,
    died: Callable[[Task], Result],
    in_flight: InFlight,
) -> Iterator[tuple[int, Result]]:
    """What linting each file gives, with its place, as it comes."""
    in_flight.names = [path for path, _ in tasks]
    if jobs <= 1 or len(tasks) < _FILES_WORTH_PROCESSES:
        for at, task in enumerate(tasks):
            in_flight.places = (at,)
            yield at, work([task])[0]
    else:
        weights = [_size(path) for path, _ in tasks]
        yield from spread(work, tasks, weights, jobs, died, in_flight)


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0  # reading it tells what is wrong


def _died(task: Task) -> Linted:
    error = SourceError(task[0], _DIED)
    return Linted(errors=(error,), was_read=False, is_lasting=False)


def _died_watched(task: Task) -> Watched:
    error = SourceError(task[0], _DIED)
    heard = Heard(errors=(error,), was_read=False, is_lasting=False)
    return heard, observations.Watch()
