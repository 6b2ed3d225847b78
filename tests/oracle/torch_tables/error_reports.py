"""The errors that torch raises, as text for the tables."""

from collections.abc import Callable

MESSAGE_LENGTH = 70


def error_of(action: Callable[[], object]) -> str | None:
    """Return the type and the start of the message of the error an action raises, None if none."""
    try:
        action()
    except Exception as error:
        message = str(error).split("\n", 1)[0][:MESSAGE_LENGTH].rstrip()
        return f"{type(error).__name__}: {message}"
    return None


def attempt(action: Callable[[], object]) -> list[object]:
    """Return the one result of an action, or nothing if it raises."""
    results: list[object] = []
    error_of(lambda: results.append(action()))
    return results
