"""What the JSON of a notebook says, and what is wrong with it. Nothing heavy is imported."""

from __future__ import annotations

import json
from typing import Any

from tapelint.source.decoding import BYTE_ORDER_MARK, refuse_wide
from tapelint.source.errors import SourceError


def decoded(source: str | bytes, path: str) -> str:
    """The JSON of a notebook.

    Raises:
        SourceError: It is not in UTF-8.
    """
    if isinstance(source, str):
        return source
    refuse_wide(source, path)
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise SourceError(
            path, f"not a notebook: not valid utf-8: {error.reason}; save it again", line
        ) from None


def content_of(raw: str, path: str) -> dict[str, Any]:
    """What the JSON of a notebook holds.

    Raises:
        SourceError: It is no notebook, or broken.
    """
    text = raw.removeprefix(BYTE_ORDER_MARK)
    if not text.strip():
        raise SourceError(path, "not a notebook: it is empty; save it again or delete it")
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise SourceError(
            path, f"not a notebook: broken JSON: {error.msg}; save it again", error.lineno
        ) from None
    except RecursionError:
        raise SourceError(path, "not a notebook: JSON nested too deep") from None
    if not isinstance(content, dict) or not isinstance(_cells_of(content), list):
        raise SourceError(path, "not a notebook: it has no list of cells; leave it out")
    return content


def _cells_of(content: dict[str, Any]) -> object:
    if isinstance(content.get("worksheets"), list) and "cells" not in content:
        return content["worksheets"]
    return content.get("cells")
