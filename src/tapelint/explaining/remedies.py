"""What would let a rule judge a line: what is not known there, and the comment that tells it.

Whether a comment is enough is tried out: the document is read once more, with the comment in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tapelint.explaining.unknown_sources import Argument, Sources, comments, sources_at
from tapelint.project.roles.scopes import imported_in
from tapelint.project.roles.sight import roles_at
from tapelint.source.documents import Document
from tapelint.source.edits import Lines, Splice
from tapelint.source.python_tree import python_tree

Reports = Callable[[Document, int], bool]
"""Whether the rule reports a line of a document."""


def remedy(document: Document, line: int, reports: Reports | None) -> str:
    """What is not known of a line, and which comment tells it; "" where all is known.

    Args:
        document: The text.
        line: The line of the text.
        reports: Tells whether the rule reports a line of a document; ``None`` to try nothing.
    """
    module = python_tree(document.text)
    if module is None:
        return ""
    known = roles_at(module, line, None, document.text).keys() - imported_in(module).keys()
    sources = sources_at(module, line, known)
    told = sources.told()
    if not told:
        return ""
    number = len(sources.arguments) + len(sources.others)
    is_or_are = "is" if number == 1 else "are"
    return f"{told} {is_or_are} not known; {_comment(sources, document, line, reports)}"


def _comment(sources: Sources, document: Document, line: int, reports: Reports | None) -> str:
    arguments = sources.arguments
    if not arguments:
        return "a comment tells the role of arguments alone"
    if reports is not None:
        acting = tuple(each for each in arguments if each.guess != "tensor")
        for chosen in dict.fromkeys(filter(None, (acting, arguments))):
            edited = _commented(document, chosen)
            below = sum(each.lineno <= line for each in comments(chosen))
            if edited is not None and reports(edited, line + below):
                return f"it reports this with {_said(chosen)}"
        return f"{_said(arguments)} is not enough for a report"
    return f"{_said(arguments)} tells more"


def _said(arguments: Sequence[Argument]) -> str:
    return " and ".join(
        f"`{comment}` above `def {function.name}`"
        for function, comment in comments(arguments).items()
    )


def _commented(document: Document, arguments: Sequence[Argument]) -> Document | None:
    """The document with the comments that tell what arguments are."""
    lines = Lines(document.text)
    splices = []
    for function, comment in comments(arguments).items():
        start = lines.offset(function.lineno, 1)
        indent = document.text[start : start + function.col_offset]
        splices.append(Splice(start, start, f"{indent}{comment}\n"))
    return document.edited(sorted(splices))
