"""Markdown: its Python code blocks are linted one by one, with the places of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tapelint import lint_readable

from .conftest import Run

IMPORT = "```python\nimport torch\n```\n"
PITFALL = "w = torch.ones(3, requires_grad=True)\nw.zero_()\n"


def places(text: str) -> list[tuple[str, int, int]]:
    linted = lint_readable(text, path="page.md")
    assert linted.errors == ()
    return [(each.code, each.line, each.column) for each in linted.findings]


@pytest.mark.parametrize(
    ("opening", "is_python"),
    [
        ("```python", True),
        ("```py", True),
        ("~~~python3", True),
        ('````python title="a"', True),
        ("``` {.python .numberLines}", True),
        ("```{python}", True),
        ("```Python", True),
        ("```ipython", True),
        ("```pycon", False),
        ("```python-console", False),
        ("```text", False),
        ("```", False),
        ("`python`", False),
    ],
)
def test_blocks_that_say_so_are_python(opening: str, is_python: bool) -> None:
    fence = opening[: len(opening) - len(opening.lstrip("`~"))]
    text = f"{IMPORT}\nSome words.\n\n{opening}\n{PITFALL}{fence}\nw.zero_()\n"
    assert places(text) == ([("TAP201", 9, 1)] if is_python else [])


def test_blocks_are_no_continuation_of_each_other_but_share_imports() -> None:
    loss = "```py\nw = torch.ones(2, requires_grad=True)\nloss = (w * w).sum()\n```\n"
    back = "```py\nloss.backward()\n```\n"
    assert places(IMPORT + loss + back + back) == []
    assert places(f"{IMPORT}```py\n{PITFALL}```\n```py\n{PITFALL}```\n") == [
        ("TAP201", 6, 1),
        ("TAP201", 10, 1),
    ]
    # What a block does not import is what everybody means by it.
    assert places(f"```py\n{PITFALL}```\n{IMPORT}") == [("TAP201", 3, 1)]


def test_a_block_in_a_list_is_placed_where_it_stands() -> None:
    block = "".join(f"  {line}\n" for line in f"```python\nimport torch\n{PITFALL}```".split("\n"))
    assert places(f"- item\n\n{block}") == [("TAP201", 6, 3)]
    assert places("- item\r\n\r\n" + block.replace("\n", "\r\n")) == [("TAP201", 6, 3)]


def test_a_doctest_and_a_block_without_an_end() -> None:
    assert places(f"{IMPORT}```python\n>>> w = torch.ones(3)\n>>> w.data\n```\n") == []
    assert places(f"{IMPORT}```python\n{PITFALL}") == [("TAP201", 6, 1)]


def test_a_comment_that_is_shown_alone_is_no_finding() -> None:
    text = (
        f"{IMPORT}```py\nw.data  # noqa: TAP302\n```\n```py\n{PITFALL[:-1]}  # noqa: TAP201\n```\n"
    )
    assert places(text) == []


def test_a_broken_block_is_one_line_and_the_others_are_linted() -> None:
    text = f"{IMPORT}```py\ndef f(: torch.data\n```\n```py\n{PITFALL}```\n"
    linted = lint_readable(text, path="page.md")
    assert [str(each) for each in linted.errors] == [
        "page.md:5:7: syntax error: invalid syntax; fix the block or call it `text`"
    ]
    assert [each.line for each in linted.findings] == [9]


def test_the_command_lints_markdown_where_it_is_told_to(tapelint: Run, tmp_path: Path) -> None:
    page = f"{IMPORT}```python\n{PITFALL}```\n"
    (tmp_path / "page.md").write_text(page)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.markdown").write_text(page)
    (tmp_path / "docs" / "tapelint.toml").write_text("include-markdown = true\n")

    def found(*arguments: str) -> list[str]:
        result = tapelint("check", "--output-format", "json", *arguments)
        assert "no Python files" in result.stderr if result.stdout == "[]\n" else not result.stderr
        return [each["path"] for each in json.loads(result.stdout)]

    assert found() == ["docs/page.markdown"]
    assert found("--include-markdown") == ["docs/page.markdown", "page.md"]
    assert found("--no-include-markdown") == []
    assert found("page.md") == ["page.md"]
    full = tapelint("check", "page.md").stdout
    assert "  6 | w.zero_()\n    | ^" in full
    assert "fixable" not in full
    assert tapelint("check", "page.md", "--fix").returncode == 1
    assert (tmp_path / "page.md").read_text() == page


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_comments_are_written_into_blocks(
    tapelint: Run, tmp_path: Path, newline: str, mark: str
) -> None:
    page = (
        f"{mark}# é\n\n```python\nimport torch\n{PITFALL}```\n\n- item\n\n  ```py\n  # ü\n"
        + "".join(f"  {line}\n" for line in PITFALL.splitlines())
        + "  %time w.zero_()\n  ```\n\n```python\nw.data.zero_( is no python\n```\n\n"
        + "```text\nw.zero_()\n```\n"
    )
    path = tmp_path / "page.md"
    path.write_bytes(page.replace("%time ", "").replace("\n", newline).encode())
    result = tapelint("check", "page.md", "--add-noqa")
    assert result.stdout == "3 comments written into 1 file.\n"
    assert result.returncode == 2, "one block is no Python"
    expected = page.replace("%time ", "").replace("w.zero_()", "w.zero_()  # noqa: TAP201")
    expected = expected.replace("text\nw.zero_()  # noqa: TAP201", "text\nw.zero_()")
    assert path.read_bytes().decode() == expected.replace("\n", newline)
    assert json.loads(tapelint("check", "page.md", "--output-format", "json").stdout) == []
    path.write_bytes(page.encode())
    refused = tapelint("check", "page.md", "--add-noqa")
    assert "a finding stands on a magic's line; write its comment by hand" in refused.stderr
    assert path.read_bytes() == page.encode()


def test_a_script_of_cells_is_a_script(tapelint: Run, tmp_path: Path) -> None:
    text = f"# %% [markdown]\n# words\n# %%\n# %matplotlib inline\nimport torch\n{PITFALL}"
    (tmp_path / "cells.py").write_text(text)
    (found,) = json.loads(tapelint("check", "--output-format", "json").stdout)
    assert (found["line"], found["cell"]) == (7, None)
