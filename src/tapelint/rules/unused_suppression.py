"""TAP001: a comment that silences nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from tapelint.findings import Applicability, Confidence, Consequence, Finding, Fix
from tapelint.rules import find_rule
from tapelint.rules.checker import Checker
from tapelint.rules.selectors import PREFIX, named_by, nearest, nearest_rule
from tapelint.source.role_comments import ROLES, role_of

if TYPE_CHECKING:
    from tapelint.source.suppressions import Comments, Directive

_WORDS = ("ignore", "skip-file")


class UnusedSuppression(Checker):
    """Visits no event: it looks at the comments when all other rules have reported."""

    code = "TAP001"
    name = "unused-suppression"
    summary = "a comment that silences a rule where the rule has nothing to report"
    needs = "a comment that silences a rule, and no report of that rule there"
    triggers = ()
    serious = ()
    safe_fix = "the comment, or a part of it, taken out"
    why_safe = "a comment computes nothing"

    @classmethod
    def findings(
        cls, comments: Comments, enabled: Collection[type[Checker]], path: str
    ) -> list[Finding]:
        """What there is to report, once ``comments`` were asked about all other findings.

        Args:
            comments: The comments of a file; they know which of them were used.
            enabled: The rules that have run on the file; no other rule is judged.
            path: The name that findings carry.
        """
        if comments.silences_file:
            return []
        found = []
        for directive in comments.directives:
            unknown = [] if directive.is_noqa else _unknown(directive)
            for selector in unknown:
                message = f"`{directive.text}` silences nothing: {nearest_rule(selector)}"
                found.append(cls._finding(directive, message, None, path))
            unused = [each for each in _unused(directive, enabled) if each not in unknown]
            if unused:
                edit = directive.without(unused)
                message, how = _message(directive, unused), "Remove the comment"
                fix = Fix(Applicability.SAFE, how, (edit,)) if edit is not None else None
                found.append(cls._finding(directive, message, fix, path))
        for directive in comments.unknown:
            found.append(cls._finding(directive, _misspelled(directive), None, path))
        # A comment silences no report about itself, unless it names this rule.
        return [
            finding
            for finding in sorted(found, key=lambda finding: finding.location)
            if not any(
                each.covers(finding) and _silences(each, finding) for each in comments.directives
            )
        ]

    @classmethod
    def _finding(cls, directive: Directive, message: str, fix: Fix | None, path: str) -> Finding:
        return Finding(
            cls.code,
            cls.name,
            message,
            path,
            directive.location,
            Consequence.NONE,
            Confidence.CERTAIN,
            fix=fix,
        )


def _silences(directive: Directive, finding: Finding) -> bool:
    is_itself = directive.location == finding.location and not directive.is_noqa
    return any(each or not is_itself for each in directive.matching(finding))


def _unknown(directive: Directive) -> list[str]:
    return [each for each in directive.selectors if not named_by(each)]


def _unused(directive: Directive, enabled: Collection[type[Checker]]) -> Iterator[str]:
    """The selectors that silence nothing although every rule that they name has run."""
    for selector in directive.selectors or ("",):
        if directive.is_noqa and not selector.startswith(PREFIX):
            continue
        named = named_by(selector) if selector else named_by("ALL")
        judged = [rule for rule in named if rule is not UnusedSuppression]
        if not selector:
            judged = [rule for rule in judged if rule.on_by_default]
        if judged and selector not in directive.used and all(rule in enabled for rule in judged):
            yield selector


def _message(directive: Directive, unused: list[str]) -> str:
    if unused == [""] or len(unused) == len(directive.selectors):
        return f"`{directive.text}` silences nothing; remove it"
    which = ", ".join(f"`{each}`" for each in unused)
    verb = "silences" if len(unused) == 1 else "silence"
    return f"{which} in `{directive.text}` {verb} nothing; remove it"


def _misspelled(directive: Directive) -> str:
    """What to say of a comment in words that are unknown, and what was meant by them."""
    word = directive.text.partition(":")[2].partition("[")[0].strip()
    if word.lower() in _WORDS:
        return f"`{directive.text}` cannot be read; write `# tapelint: ignore[rule, rule]`"
    if word.lower() == "role":
        said = [each for each in directive.selectors if each.lower() != "role"][1::2]
        wrong = next((each for each in said if role_of(each) is None), "")
        near = nearest(wrong.lower(), ROLES)
        meant = f"did you mean `{near}`?" if near else f"write one of {', '.join(ROLES)}"
        return f"`{directive.text}` says no role: {meant}"
    unknown = f"`{directive.text}` is unknown"
    near = "skip-file" if "file" in word.lower() else nearest(word.lower(), _WORDS)
    if near:
        return f"{unknown}: did you mean `{near}`?"
    rules = ", ".join(each for each in (word, *directive.selectors) if _is_rule(each))
    if rules:
        return f"{unknown}: did you mean `# tapelint: ignore[{rules}]`?"
    return f"{unknown}; `# tapelint: ignore` silences a line, `# tapelint: skip-file` the file"


def _is_rule(word: str) -> bool:
    """Whether a word of a comment names a rule, or a beginning of codes."""
    is_code = word.upper().startswith(PREFIX) and bool(named_by(word))
    return is_code or find_rule(word) is not None
