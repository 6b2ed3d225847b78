"""What surrounds an error that torch raises hides a report exactly if it takes that error."""

from __future__ import annotations

from typing import Any

import pytest

from tapelint import Settings, lint_source

_PROGRAM = """\
import contextlib
import torch

ANY = Exception
SOME = (KeyError, RuntimeError)


class Own(RuntimeError):
    pass


def run():
    w = torch.ones(3, requires_grad=True)
{}
"""
_FORMS = (
    "    try:\n        w.mul_(2)\n    except {}:\n        pass",
    "    with contextlib.suppress({}):\n        w.mul_(2)",
    "    with contextlib.suppress(OSError, {}):\n        w.mul_(2)",
)
_ERRORS = (
    "KeyboardInterrupt", "KeyError", "ValueError", "Own", "(OSError, KeyError)",
    "RuntimeError", "Exception", "BaseException", "ANY", "SOME", "(OSError, RuntimeError)",
)  # fmt: skip


@pytest.mark.parametrize("form", _FORMS)
def test_what_takes_another_error_hides_nothing(form: str) -> None:
    for error in _ERRORS:
        text, names = _PROGRAM.format(form.format(error)), dict[str, Any]()
        exec(compile(text, "<program>", "exec"), names)
        try:
            names["run"]()
        except RuntimeError:
            escapes = True
        except TypeError:  # nothing takes a tuple there
            continue
        else:
            escapes = False
        found = lint_source(text, path="x.py", settings=Settings(select=("TAP201",)))
        assert bool(found) is escapes, text
