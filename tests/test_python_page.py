"""The page on Python shows a program and what it prints."""

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

from tapelint import Finding

from .conftest import ROOT


def test_the_program_prints_what_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    program, printed = re.findall(r"```(?:python|text)\n(.*?)```", page, re.DOTALL)[:2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == printed


def test_the_page_names_what_a_finding_has() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"^- `Finding` has (.*)\.$", page, re.MULTILINE)
    fields = {each.name for each in dataclasses.fields(Finding)}
    assert set(re.findall(r"`(\w+)`", said)) == fields | {"line", "column"}
