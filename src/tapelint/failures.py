"""What goes wrong with one file, as what its user is told: the other files go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tapelint.source.errors import SourceError
from tapelint.time_limit import TimeLimitError


def too_long(error: TimeLimitError) -> str:
    """What is told of a text that takes too long, and what to do."""
    return (
        f"given up after {error.seconds:g} seconds; split the file, leave it out, or raise the "
        "setting `time-limit`"
    )


@contextmanager
def guarded(path: str) -> Iterator[list[SourceError]]:
    """Whatever goes wrong with a file is put into a list."""
    failures: list[SourceError] = []
    try:
        yield failures
    except TimeLimitError as error:
        failures.append(SourceError(path, too_long(error)))
    except RecursionError:
        failures.append(SourceError(path, "nested too deep to be analysed; simplify it"))
    except Exception as problem:
        # The error's own text may be of any length: libcst puts whole trees into it.
        name = type(problem).__name__
        failures.append(SourceError(path, f"internal error in tapelint ({name}); please report it"))
