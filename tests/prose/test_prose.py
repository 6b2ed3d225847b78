"""The prose of the pages: no long sentence, no banned word, and textlint would find one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from ..conftest import ROOT

HERE = ROOT / "tests" / "prose"
TEXTLINT = HERE / "node_modules" / "textlint" / "bin" / "textlint.js"
LONG = " ".join(["word"] * 36)

pytestmark = [
    pytest.mark.process,
    pytest.mark.tool("node", "tests/prose/node_modules"),
]


def pages() -> list[Path]:
    """The pages that are written for readers."""
    alone = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "editors/vscode/README.md")
    found = [path for path in map(ROOT.joinpath, alone) if path.exists()]  # not all in an sdist
    return [*found, *sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("rules/*/rule.md"))]


def complaints(*paths: Path, config: str = ".textlintrc.json") -> list[tuple[str, str, int]]:
    """What textlint says: the rule, the message, the severity (1 a hint, 2 an error)."""
    command = ["node", str(TEXTLINT), "--config", config, "--format", "json", *map(str, paths)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode in (0, 1), done.stderr
    found = json.loads(done.stdout)
    assert len(found) == len(paths), "a page was not read"
    for each in found:
        for said in each["messages"]:
            said["message"] = f"{each['filePath']}:{said['line']}: {said['message']}"
    return [
        (said["ruleId"], said["message"], said["severity"])
        for each in found
        for said in each["messages"]
    ]


def test_the_pages_have_no_long_sentence_and_no_banned_word() -> None:
    assert len(pages()) > 45
    assert [message for _, message, _ in complaints(*pages())] == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("We mend what is broken.", "prh"),
        ("It is what the first line of which nobody knows.", "prh"),
        ("In order to fix it, run this.", "prh"),
        (f"{LONG}.", "long-sentence"),
        (f"Short. A [link]({'x' * 9}) and {LONG}. Short.", "long-sentence"),
        (f"- {LONG}.", "long-sentence"),
    ],
)
def test_a_bad_sentence_is_found(tmp_path: Path, text: str, rule: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Title\n\nA good sentence.\n\n{text}\n")
    assert [(found, severity) for found, _, severity in complaints(page)] == [(rule, 2)]


@pytest.mark.parametrize(
    "text",
    [
        "A good sentence of eight words is silent.",
        f"Words in code are one word: `{LONG}`.",
        f"```text\n{LONG}. We mend it.\n```",
        f"Two sentences are two. {' '.join(['word'] * 30)}. `Code` begins the third one.",
        f"A [link](a.md) does not hide the end of a sentence. {' '.join(['word'] * 30)}.",
    ],
)
def test_a_good_sentence_is_silent(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Title\n\n{text}\n")
    assert complaints(page) == []


def test_passive_voice_is_a_hint(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\nThe file was opened by nobody.\n")
    assert [(rule, severity) for rule, _, severity in complaints(page, config="hints.json")] == [
        ("write-good", 1)
    ]
    assert complaints(page) == []
