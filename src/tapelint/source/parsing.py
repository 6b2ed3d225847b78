"""From text to a libcst module, with a clear word where that is not possible."""

from __future__ import annotations

import gc
from collections.abc import Callable

import libcst as cst

from tapelint.source.brackets import MOST_BRACKETS, too_deep
from tapelint.source.decoding import split_lines
from tapelint.source.errors import SYNTAX_ERROR, SourceError
from tapelint.source.libcst_gaps import (
    MisplacedError,
    parse_leniently,
    without_lone_backslashes,
)
from tapelint.source.long_displays import parse_module
from tapelint.source.python_tree import own_words
from tapelint.time_limit import TimeLimitError


def parse(text: str, path: str, parser: Callable[[str], cst.Module] = parse_module) -> cst.Module:
    """Parse a Python text.

    Args:
        text: The text.
        path: The name that errors carry.
        parser: Parses it; libcst's own or one that gives the same.

    Raises:
        SourceError: It is not Python, or not Python that libcst can read.
    """
    if "\0" in text:  # libcst reads it in a comment or a string, Python nowhere
        raise _null_byte(text, path)
    line = too_deep(text)
    if line is not None:
        raise SourceError(
            path, f"brackets nested more than {MOST_BRACKETS} deep; Python cannot read it", line
        )
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        placed = without_lone_backslashes(text)
        return _parsed(placed, parser)
    except MisplacedError as error:
        reason = "a backslash alone before a line indented otherwise; remove it"
        raise SourceError(path, reason, error.line) from None
    except cst.ParserSyntaxError as error:
        unread = "syntax that libcst cannot read yet; a newer libcst may"
        raise own_words(text, path) or SourceError(path, unread, error.raw_line) from None
    except (KeyboardInterrupt, SystemExit, MemoryError, TimeLimitError):
        raise
    except BaseException as error:  # a panic of the native parser is no Exception
        reason = f"libcst cannot read this file ({type(error).__name__}); simplify it"
        raise own_words(text, path) or SourceError(path, reason) from None
    finally:
        if was_enabled:
            gc.enable()


def _parsed(text: str, parser: Callable[[str], cst.Module]) -> cst.Module:
    """The module of a text, also where libcst cannot read it as it stands."""
    try:
        return parser(text)
    except (cst.ParserSyntaxError, cst.CSTValidationError, TypeError):
        module = parse_leniently(text)
        if module is None:
            raise
        return module


def _null_byte(text: str, path: str) -> SourceError:
    before = split_lines(text[: text.index("\0")])
    reason = f"{SYNTAX_ERROR}the file holds a null byte; remove it"
    return SourceError(path, reason, len(before), column=len(before[-1]) + 1)
