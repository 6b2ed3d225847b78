"""Linting a project that is held in memory: paths and texts, and no file of the machine."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from tapelint.exclusion import ENDINGS
from tapelint.lint import Linted, lint_guarded
from tapelint.settings import Settings
from tapelint.source.documents import MARKDOWN
from tapelint.source.errors import SourceError
from tapelint.source.files import Held, held

_OUTSIDE = "stands outside of the project; give its path below the project's folder"


def lint_project(
    files: Mapping[str, str | bytes],
    *,
    settings: Settings | None = None,
    respect_noqa: bool = True,
) -> Linted:
    """Find the pitfalls in the files of a project that is held in memory.

    The findings are those that the files would have on disk, in a folder of their own. No other
    file is read: what the project imports and does not hold is not known.

    Args:
        files: The texts of its files, or their bytes, by their paths below the project's folder.
            Python files and notebooks are linted, and Markdown where the settings include it.
        settings: Which rules run; by default those that are on by default.
        respect_noqa: Whether comments silence findings.

    Returns:
        The findings in the order of paths and lines, and what could not be linted.

    Raises:
        SettingsError: The settings name an unknown rule.
    """
    settings = settings or Settings()
    settings.enabled_rules("")
    outside = [path for path in files if _is_outside(path)]
    inside = {path: files[path] for path in files if path not in outside}
    results = [
        Linted(errors=(SourceError(path, _OUTSIDE),), was_read=False) for path in sorted(outside)
    ]
    endings = (*ENDINGS, *MARKDOWN) if settings.include_markdown else ENDINGS
    token = held.set(Held({path: _content(text) for path, text in inside.items()}))
    try:
        for path in sorted(inside):
            if path.endswith(endings):
                source = inside[path]
                results.append(
                    lint_guarded(source, path=path, settings=settings, respect_noqa=respect_noqa)
                )
    finally:
        held.reset(token)
    findings = [finding for each in results for finding in each.findings]
    limits = {limit: None for each in results for limit in each.limits}
    return Linted(
        findings=tuple(sorted(findings, key=lambda finding: finding.sort_key)),
        errors=tuple(error for each in results for error in each.errors),
        was_read=not results or any(each.was_read for each in results),
        is_lasting=all(each.is_lasting for each in results),
        limits=tuple(limits),
        mentions_torch=not results or any(each.mentions_torch for each in results),
        matters=not results or any(each.matters for each in results),
    )


def _is_outside(path: str) -> bool:
    """Whether a path leads out of the project's folder."""
    inner = posixpath.normpath(path.replace("\\", "/").lstrip("/"))
    return inner in {".", ".."} or inner.startswith("../")


def _content(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
