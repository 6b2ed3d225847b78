"""The pages of the site, gathered in one folder for the generator.

The pages in ``docs/`` are written for GitHub, and their links are relative to where they lie.
What lies elsewhere (the rule book, the changelog) gets a place here, and the
links follow.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path, PurePosixPath

from . import rule_pages, symptoms

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
HERE = Path(__file__).parent

OTHER_PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "rules/README.md": "rules/index.md",
}
ANCHORS_OF_THE_README = {"rules": "rules/index.md"}
WIDE_PAGES = ("benchmark.md", "comparison.md", "ecosystem.md", "user-reports.md")
"""Pages of wide tables: they get the room of the contents at the side."""
NOT_ON_THE_SITE = ("src/", "tests/", "docs/examples/", "LICENSE", ".ci/")
COPIED = (".css", ".svg", ".png")

_FENCE = re.compile(
    r"^([ \t]*)(`{3,}|~{3,})[^`\n]*\n(?:.*?\n)??\1\2[ \t]*$", re.MULTILINE | re.DOTALL
)
_LINK = re.compile(r"(?P<image>!?)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^()\s]+)\)")
_IN_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)


class BrokenLinkError(ValueError):
    """A page links to what is not there."""


def stage(target: Path) -> None:
    """Write all pages, and what they show, into a folder that is made anew."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for path in sorted(DOCS.rglob("*")):
        inside = path.relative_to(DOCS)
        if not path.is_file() or inside.parts[0] in ("site", "__pycache__"):
            continue
        if path.suffix == ".md":
            _write(target, inside.as_posix(), path.read_text("utf-8"), f"docs/{inside.as_posix()}")
        elif path.suffix in COPIED:
            _copy(path, target / inside)
    for style in sorted(HERE.glob("*.css")):
        _copy(style, target / style.name)
    for name in ("CHANGELOG.md", "CONTRIBUTING.md"):
        _write(target, OTHER_PAGES[name], (ROOT / name).read_text("utf-8"), name)
    index = symptoms.read_index()
    _write(target, "rules/index.md", rule_pages.overview(), "rules/README.md")
    for rule in rule_pages.rules():
        name = rule_pages.folder_name(rule)
        _write(
            target, f"rules/{name}/index.md", rule_pages.page(rule, index), f"rules/{name}/rule.md"
        )
        _write(
            target, f"rules/{name}/examples.md", rule_pages.examples(rule), f"rules/{name}/rule.md"
        )


def with_links_of_the_site(text: str, source: str, page: str) -> str:
    """A page with its links turned to where their targets lie on the site.

    Args:
        text: The page.
        source: Where it lies in the repository.
        page: Where it lies on the site.

    Raises:
        BrokenLinkError: A link leads to nothing in the repository.
    """
    kept = [*_FENCE.finditer(text)]
    without_fences = _FENCE.sub(lambda found: " " * len(found[0]), text)
    kept += _IN_CODE.finditer(without_fences)
    spans = [found.span() for found in kept]

    def turned(found: re.Match[str]) -> str:
        start, stop = found.span("target")
        if any(begin <= start and stop <= end for begin, end in spans):
            return found[0]
        if re.match(r"[a-z]+:|#", found["target"]):
            return found[0]
        address = _on_the_site(found["target"], source, page)
        if address is None:
            return found["text"]
        return f"{found['image']}[{found['text']}]({address})"

    return _LINK.sub(turned, text)


def _on_the_site(link: str, source: str, page: str) -> str | None:
    """The address of a link's target, from the page; ``None`` if the site does not have it."""
    path, _, anchor = link.partition("#")
    if path == "examples.md":  # made here, from a rule's folder of examples
        return link
    lies_at = _normal(PurePosixPath(source).parent / path)
    if not (ROOT / lies_at).exists():
        raise BrokenLinkError(f"{source}: {link} leads to nothing")
    if lies_at.startswith(NOT_ON_THE_SITE):
        return None
    if lies_at == "README.md" and anchor in ANCHORS_OF_THE_README:
        target, anchor = ANCHORS_OF_THE_README[anchor], ""
    elif lies_at in OTHER_PAGES:
        target = OTHER_PAGES[lies_at]
    elif example := re.fullmatch(r"rules/([^/]+)/examples/(\w+)\.py", lies_at):
        target, anchor = f"rules/{example[1]}/examples.md", example[2]
    elif rule := re.fullmatch(r"rules/([^/]+)/rule\.md", lies_at):
        target = f"rules/{rule[1]}/index.md"
    elif lies_at.startswith("docs/"):
        target = lies_at.removeprefix("docs/")
    else:
        raise BrokenLinkError(f"{source}: {link} has no place on the site")
    return _relative(target, page) + (f"#{anchor}" if anchor else "")


def _normal(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _relative(target: str, page: str) -> str:
    """The way from one page to another, both from the root of the site."""
    here, there = page.split("/")[:-1], target.split("/")
    while here and len(there) > 1 and here[0] == there[0]:
        here, there = here[1:], there[1:]
    return "../" * len(here) + "/".join(there)


def _write(target: Path, page: str, text: str, source: str) -> None:
    path = target / page
    path.parent.mkdir(parents=True, exist_ok=True)
    text = with_links_of_the_site(text, source, page)
    if page in WIDE_PAGES:
        text = "---\nhide:\n  - toc\n---\n\n" + _TABLE.sub(_wide, text)
    path.write_text(text, encoding="utf-8")


def _wide(table: re.Match[str]) -> str:
    return f'<div class="wide" markdown>\n\n{table[0]}\n</div>\n'


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)
