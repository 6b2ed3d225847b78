"""Each rule's page, its examples, and the table of all rules, made from the rule book."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tapelint.rule_book import page as written_page
from tapelint.rule_book import verdicts_in_words
from tapelint.rules import all_rules
from tapelint.rules.checker import Checker

from .symptoms import RULE_BOOK, Index, anchor

Rule = type[Checker]

KINDS = {
    "pitfall": ("Pitfalls", "The mistake. `# expect` marks the line that is reported."),
    "remedy": ("Remedies", "The same programs fixed. Nothing is reported."),
    "silent": ("Silent", "Programs that look alike and are right. Nothing is reported."),
}
EXAMPLES_INTRODUCTION = """\
The programs that [the rule's page](rule.md) names. The tests run them under torch, and compare \
what torch does and what tapelint reports with what is written here. `# parameter` marks the \
tensors whose gradients are compared with finite differences."""
OVERVIEW = """\
# Rules

Each rule has a page: what it does, why that is bad and what torch does with it, an example and \
its remedy, when the rule is silent, its limits and its sources. If you have \
[an error or a symptom](../docs/symptoms.md) and no rule, begin there.

| code | name | reports | default | consequence | fix |
|---|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Program:
    """One example of the rule book."""

    name: str
    says: str
    torch: str
    text: str

    @property
    def kind(self) -> str:
        """``pitfall``, ``remedy`` or ``silent``."""
        return self.name.partition("_")[0]


@dataclass(frozen=True)
class Facts:
    """What the tables say of a rule, beside its summary.

    Attributes:
        default: ``on`` or ``off``.
        consequence: What it costs, as its page names it first.
        fix: Whether there is one, and how safe.
    """

    default: str
    consequence: str
    fix: str


def rules() -> list[Rule]:
    """All rules, in the order of their codes."""
    return list(all_rules().values())


def folder_name(rule: Rule) -> str:
    """The name of a rule's folder, in the rule book and on the site."""
    return f"{rule.code}-{rule.name}"


def overview() -> str:
    """The table of all rules."""
    rows = []
    for rule in rules():
        link = f"[{rule.name}]({folder_name(rule)}/rule.md)"
        known = facts(rule)
        cells = [rule.code, link, rule.summary, known.default, known.consequence, known.fix]
        rows.append(f"| {' | '.join(cells)} |")
    return OVERVIEW + "\n".join(rows) + "\n"


def page(rule: Rule, index: Index) -> str:
    """A rule's page: what the rule book says, with links to its examples and to the index."""
    text = written_page(rule)
    title, sentence, rest = text.split("\n\n", 2)
    consequence, rest = rest.split("\n\n", 1)
    if not consequence.startswith("Consequence: "):
        raise ValueError(f"{rule.code}: the third paragraph of its page is not the consequence")
    known = facts(rule)
    rows = [
        f"| code | {rule.code} |",
        "|---|---|",
        f"| consequence | {_consequence_in_full(consequence)} |",
        f"| default | {known.default} |",
        f"| fix | {known.fix} |",
        f"| examples | [{_counted(rule)}](examples.md) |",
        f"| silence it | `# tapelint: ignore[{rule.name}]` or `# noqa: {rule.code}` |",
    ]
    parts = [title, sentence, "\n".join(rows)]
    seen = index.entries_of(folder_name(rule))
    if seen:
        lines = [f"    - [{name}](../../docs/symptoms.md#{anchor(name)})" for name in seen]
        parts.append('!!! question "What you may have seen"\n\n' + "\n".join(lines))
    parts.append(_with_links_to_examples(rest.rstrip(), rule))
    parts.append(f"## How often it was right\n\n{verdicts_in_words(rule)}")
    return "\n\n".join(parts) + "\n"


def examples(rule: Rule) -> str:
    """All programs of a rule."""
    parts = [
        f"# Examples of {rule.name} ({rule.code})",
        EXAMPLES_INTRODUCTION,
    ]
    for kind, (heading, says) in KINDS.items():
        programs = [each for each in programs_of(rule) if each.kind == kind]
        if programs:
            parts += [f"## {heading}", says]
        for program in programs:
            parts += [f"### {program.name}", f"{program.says} Under torch: {program.torch}."]
            parts.append(f"```python\n{program.text}\n```")
    return "\n\n".join(parts) + "\n"


def programs_of(rule: Rule) -> list[Program]:
    """The examples of a rule, by name."""
    return [_program(path) for path in sorted(_examples_folder(rule).glob("*.py"))]


def fix_of(rule: Rule) -> str:
    """How safe a rule's fix is: ``safe``, ``unsafe``, both or ``none``."""
    words = [word for word, what in (("safe", rule.safe_fix), ("unsafe", rule.unsafe_fix)) if what]
    return ", ".join(words) or "none"


def facts(rule: Rule) -> Facts:
    """What the tables say of a rule.

    Raises:
        ValueError: If its page names no consequence.
    """
    consequence = re.search(r"^Consequence: (`[a-z-]+`)", written_page(rule), re.MULTILINE)
    if consequence is None:
        raise ValueError(f"{rule.code}: its page names no consequence")
    default = "on" if rule.on_by_default else "off"
    return Facts(default, consequence[1], fix_of(rule))


def _counted(rule: Rule) -> str:
    kinds = [program.kind for program in programs_of(rule)]
    counts = [(kinds.count("pitfall"), "pitfall"), (kinds.count("remedy"), "remedy")]
    words = [f"{count} {_plural(word, count)}" for count, word in counts if count]
    if silent := kinds.count("silent"):
        words.append(f"{silent} that must be silent")
    return ", ".join(words)


def _plural(word: str, count: int) -> str:
    if count == 1:
        return word
    return word.removesuffix("y") + "ies" if word.endswith("y") else f"{word}s"


def _consequence_in_full(paragraph: str) -> str:
    """What the page says of the consequence, without the default, which has a line of its own."""
    said = re.sub(r"\.? ?(On|Off) by default\.$", "", paragraph.removeprefix("Consequence: "))
    return " ".join(said.split())


def _with_links_to_examples(text: str, rule: Rule) -> str:
    names = {path.stem for path in _examples_folder(rule).glob("*.py")}

    def linked(found: re.Match[str]) -> str:
        name = found[1]
        return f"[`{name}`](examples/{name}.py)" if name in names else found[0]

    return re.sub(r"(?<!\[)`(\w+)`", linked, text)


def _examples_folder(rule: Rule) -> Path:
    return RULE_BOOK / folder_name(rule) / "examples"


def _program(path: Path) -> Program:
    text = path.read_text("utf-8")
    marks = re.match(r'"""(.*)"""\n\n?# torch: (.*)\n', text)
    if marks is None:
        raise ValueError(f"{path}: an example begins with a docstring and what torch does")
    return Program(path.stem, marks[1], _verdict(marks[2]), text[marks.end() :].strip())


def _verdict(mark: str) -> str:
    raised = re.fullmatch(r"raises (\w+): (.*)", mark)
    return f"raises `{raised[1]}: {raised[2]}`" if raised else mark
