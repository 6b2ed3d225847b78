"""The example for clusters, run on a local one of two workers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tapelint import lint_source

from .at_scale import EXAMPLE

PITFALL = "import torch\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"
# None of them is in a row group with another bad one.
ROWS = [
    ("nets/good.py", "import torch\nw = torch.zeros(3, requires_grad=True)\n"),
    ("nets/pitfall.py", PITFALL),
    ("nets/broken.py", "import torch\nw = torch.zeros(3, requires_grad=True\n"),
    ("nets/after.py", f"\n\n{PITFALL}"),
    ("nets/missing.py", None),
    (None, PITFALL),
    ("caller/engine.py", "import torch\n\ndef fit(h):\n    h.mul_(2)\n    h.sum().backward()\n"),
    (
        "caller/main.py",
        "import torch\nfrom engine import fit\n\ndef main():\n"
        "    fit(torch.ones(3, requires_grad=True).sigmoid())\n",
    ),
    ("nets/deep.py", f"import torch\nrequires_grad = {'(' * 5000}0{')' * 5000}\n"),
    ("nets/null.py", f"\0{PITFALL}"),
]


def test_sources_become_findings_and_a_bad_row_stops_nothing(tmp_path: Path) -> None:
    import pandas
    import pyarrow
    from pyarrow import parquet

    paths, sources = zip(*ROWS, strict=True)
    # The two files of the caller are in parts of their own at first.
    repositories = ["caller" if path and path.startswith("caller") else "nets" for path in paths]
    other = [1] * len(ROWS)
    columns = {"repository": repositories, "path": paths, "source": sources, "other": other}
    table = pyarrow.table(columns)
    parquet.write_table(table, tmp_path / "sources.parquet", row_group_size=3)
    command = [sys.executable, str(EXAMPLE), "sources.parquet", "findings"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr[-2000:]
    found = pandas.read_parquet(tmp_path / "findings")
    assert list(found.columns) == [
        "repository",
        "path",
        "code",
        "line",
        "column",
        "confidence",
        "message",
    ]
    rows = {row.path: row for row in found.itertuples()}
    assert len(found) == len(rows) == len(ROWS) - 2, "two are clean"
    assert (rows["caller/engine.py"].code, rows["caller/engine.py"].line) == ("TAP202", 4)
    assert rows["caller/engine.py"].repository == "caller"
    expected = lint_source(PITFALL, path="nets/pitfall.py")[0]
    pitfall = rows["nets/pitfall.py"]
    assert (pitfall.code, pitfall.line, pitfall.column) == ("TAP201", 3, 1)
    assert (pitfall.message, pitfall.confidence) == (expected.message, "certain")
    assert (rows["nets/after.py"].code, rows["nets/after.py"].line) == ("TAP201", 5)
    codes = {path: row.code for path, row in rows.items()}
    for name in ("broken", "missing", "deep", "null"):
        assert codes.pop(f"nets/{name}.py") == "error"
    assert rows["nets/missing.py"].message == "the row has no source"
    assert codes.pop("") == "error"
    assert set(codes.values()) == {"TAP201", "TAP202"}
