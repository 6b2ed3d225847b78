"""What an editor offers at a finding: its fix, silence, and the fixes of the whole document.

An action is a promise first: what it changes is worked out when it is chosen, where the editor can
wait for that, since a fix is tried and linted before it is handed out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lsprotocol import types

from tapelint.findings import Applicability, Consequence, Finding
from tapelint.fixes import can_apply
from tapelint.server.diagnostics import SOURCE
from tapelint.server.edits import text_edits
from tapelint.server.jobs import Mend, Silence, Texts
from tapelint.server.runs import Checked

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
    job: Mend | Silence
    is_preferred: bool = False


def offers(
    checked: Checked, findings: Sequence[Finding], only: Iterable[str] | None
) -> list[Offer]:
    """What can be done at some findings of a document, and in all of it.

    Args:
        checked: What is known of the document.
        findings: The findings at the place in question.
        only: The kinds of actions that are wanted; ``None`` for all.
    """
    settings = checked.settings
    if settings is None or not checked.is_current:
        return []
    base = (checked.path, checked.snapshot.source, settings)
    found: list[Offer] = []
    if _is_wanted(KINDS[0], only):
        found += [
            Offer(_fix_title(each), KINDS[0], each, Mend(*base, (each,), True), _is_safe(each))
            for each in findings
            if each.fix is not None
        ]
        for each in findings:
            if each.consequence is not Consequence.NONE:
                title = f"tapelint: ignore {each.code} on this line"
                found.append(Offer(title, KINDS[0], each, Silence(*base, (each,))))
    fixable = tuple(each for each in checked.findings if can_apply(each, settings))
    if fixable and _is_wanted(FIX_ALL, only):
        which = "all" if settings.unsafe_fixes else "all safe"
        title = f"tapelint: apply {which} fixes in this file"
        found.append(Offer(title, FIX_ALL, None, Mend(*base, fixable)))
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


def action(
    offer: Offer, checked: Checked, uri: str, shown: Sequence[types.Diagnostic]
) -> types.CodeAction:
    """An offer as the protocol's action, which can be found again by what it says.

    Args:
        offer: What is offered.
        checked: What it is offered for.
        uri: The text at which it is offered.
        shown: The diagnostics that the editor shows there.
    """
    finding = offer.finding
    index = None if finding is None else checked.findings.index(finding)
    about = [each for each in shown if finding is not None and _is_about(each, finding)]
    return types.CodeAction(
        title=offer.title,
        kind=offer.kind,
        diagnostics=about or None,
        is_preferred=True if offer.is_preferred else None,
        data={"uri": uri, "serial": checked.serial, "finding": index},
    )


def _is_about(diagnostic: types.Diagnostic, finding: Finding) -> bool:
    is_ours = diagnostic.source == SOURCE and diagnostic.code == finding.code
    return is_ours and diagnostic.range.start.line == finding.line - 1


def chosen(checked: Checked, action: types.CodeAction) -> Offer | None:
    """The offer of an action that the editor has sent back."""
    index = action.data["finding"] if isinstance(action.data, dict) else None
    findings = [] if index is None else list(checked.findings[index : index + 1])
    return next(
        (each for each in offers(checked, findings, None) if each.title == action.title), None
    )
