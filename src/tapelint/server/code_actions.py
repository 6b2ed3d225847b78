"""What an editor offers at a finding: its fix, silence, and the fixes of the whole document.

An action is a promise first: what it changes is worked out when it is chosen, where the editor can
wait for that, since a fix is tried and linted before it is handed out. So a promise can also be
made while a text is still to be linted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from tapelint.findings import Applicability, Consequence, Finding
from tapelint.fixes import can_apply
from tapelint.server.diagnostics import SOURCE
from tapelint.server.edits import text_edits
from tapelint.server.jobs import FixFindings, Silence, Texts
from tapelint.server.runs import Checked

_Place = tuple[str, int, int, int]
"""A finding by its code, the number of its cell (0 for a script), its line and its column."""

FIX_ALL = "source.fixAll.tapelint"
KINDS: tuple[str, ...] = (types.CodeActionKind.QuickFix.value, FIX_ALL)


@dataclass(frozen=True)
class Offer:
    """An action that can be carried out.

    Attributes:
        title: What the editor shows.
        kind: The protocol's kind of action.
        finding: The finding that it is about; ``None`` for all.
        job: What works the change out.
        is_preferred: Whether it is the obvious thing to do.
    """

    title: str
    kind: str
    finding: Finding | None
    job: FixFindings | Silence
    is_preferred: bool = False


def offers(
    checked: Checked, findings: Sequence[Finding], only: Iterable[str] | None
) -> list[Offer]:
    """What can be done at some findings of a document, and in all of it.

    Args:
        checked: What is known of the document; all fixes of one that is still to be linted are
            offered where they are asked for alone, as on saving.
        findings: The findings at the place in question.
        only: The kinds of actions that are wanted; ``None`` for all.
    """
    settings = checked.settings
    if settings is None:
        return []
    base = (checked.path, checked.snapshot.source, settings)
    found: list[Offer] = []
    if _is_wanted(KINDS[0], only):
        found += [
            Offer(
                _fix_title(each), KINDS[0], each, FixFindings(*base, (each,), True), _is_safe(each)
            )
            for each in findings
            if each.fix is not None
        ]
        for each in findings:
            if each.consequence is not Consequence.NONE:
                title = f"tapelint: ignore {each.code} on this line"
                found.append(Offer(title, KINDS[0], each, Silence(*base, (each,))))
    fixable = tuple(each for each in checked.findings if can_apply(each, settings))
    may_have_fixes = fixable or (not checked.is_current and only is not None)
    if may_have_fixes and _is_wanted(FIX_ALL, only):
        which = "all" if settings.unsafe_fixes else "all safe"
        title = f"tapelint: apply {which} fixes in this file"
        found.append(Offer(title, FIX_ALL, None, FixFindings(*base, fixable)))
    return found


def _is_safe(finding: Finding) -> bool:
    return finding.fix is not None and finding.fix.applicability is Applicability.SAFE


def _fix_title(finding: Finding) -> str:
    assert finding.fix is not None
    warning = "" if _is_safe(finding) else " (unsafe: look at the result)"
    return f"tapelint: {finding.fix.message} [{finding.code}]{warning}"


def _is_wanted(kind: str, only: Iterable[str] | None) -> bool:
    """Whether a kind is among those that are wanted, or below one of them."""
    return only is None or any(kind == each or kind.startswith(f"{each}.") for each in only)


def workspace_edit(
    texts: Texts, checked: Checked, encoding: str, *, with_versions: bool
) -> types.WorkspaceEdit:
    """The change of an editor's documents.

    Args:
        texts: The texts as they shall be.
        checked: The texts as they are.
        encoding: The units that the editor counts columns in.
        with_versions: Whether the editor takes the versions that a change is for.
    """
    changes: dict[str, list[types.TextEdit]] = {}
    versioned: list[types.TextDocumentEdit] = []
    for number, text in texts.items():
        part = checked.snapshot.part(number)
        if part is None:
            continue
        edits = text_edits(part.content, text, encoding)
        changes[part.uri] = edits
        name = types.OptionalVersionedTextDocumentIdentifier(part.uri, part.version)
        versioned.append(types.TextDocumentEdit(name, list(edits)))
    if with_versions:
        return types.WorkspaceEdit(document_changes=list(versioned))
    return types.WorkspaceEdit(changes=changes)


def action(offer: Offer, shown: Sequence[types.Diagnostic], request: Request) -> types.CodeAction:
    """An offer as the protocol's action, which can be found again by what it says.

    Args:
        offer: What is offered.
        shown: The diagnostics that the editor shows there.
        request: How it can be asked for.
    """
    finding = offer.finding
    about = [each for each in shown if finding is not None and _is_about(each, finding)]
    return types.CodeAction(
        title=offer.title,
        kind=offer.kind,
        diagnostics=about or None,
        is_preferred=True if offer.is_preferred else None,
        data=request.as_data(),
    )


def _is_about(diagnostic: types.Diagnostic, finding: Finding) -> bool:
    is_ours = diagnostic.source == SOURCE and diagnostic.code == finding.code
    return is_ours and diagnostic.range.start.line == finding.line - 1


@dataclass(frozen=True)
class Request:
    """An action that an editor asks to carry out, as it was told to ask.

    Attributes:
        uri: The text at which it was offered.
        revision: The state that this was in.
        kind: The kind of job: the name of its class.
        place: The finding that it is about; ``None`` for all.
    """

    uri: str
    revision: int
    kind: str
    place: _Place | None

    @classmethod
    def to(cls, offer: Offer, checked: Checked, uri: str) -> Request:
        """The request that asks for an offer."""
        place = None if offer.finding is None else _place(offer.finding)
        return cls(uri, checked.snapshot.revision, type(offer.job).__name__, place)

    def as_data(self) -> dict[str, Any]:
        """What the editor sends back; without nulls, since some editors drop them."""
        data = {"uri": self.uri, "revision": self.revision, "kind": self.kind}
        return data if self.place is None else {**data, "place": list(self.place)}

    @classmethod
    def of_data(cls, data: object) -> Request:
        """What an editor has sent back.

        Raises:
            ValueError: It is not what it was given.
        """
        match data:
            case {"uri": str(uri), "revision": int(revision), "kind": str(kind), **rest}:
                match rest.get("place"):
                    case None:
                        return cls(uri, revision, kind, None)
                    case [str(code), int(cell), int(line), int(column)]:
                        return cls(uri, revision, kind, (code, cell, line, column))
        raise ValueError("no action of this server")

    def offer(self, checked: Checked) -> Offer | None:
        """The offer that is asked for; ``None`` where there is none such any more."""
        findings = [each for each in checked.findings if _place(each) == self.place]
        for each in offers(checked, findings, None):
            is_about = (each.finding is None) == (self.place is None)
            if is_about and type(each.job).__name__ == self.kind:
                return each
        return None


def _place(finding: Finding) -> _Place:
    return finding.code, finding.location.cell or 0, finding.line, finding.column
