"""Pictures of the tape, drawn by ``tapelint explain``.

``python -m docs.site.tape_pictures`` writes them anew. Those of ``docs/how-it-works.md`` show the
program of its section "One example, step by step" after a line of it, and the same program with
``.detach()``. That of ``docs/explain.md`` shows the example of that page.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .symptoms import DOCS

HOW_IT_WORKS = DOCS / "how-it-works.md"
SECTION = "## One example, step by step\n"


@dataclass(frozen=True)
class TapePicture:
    """One picture: on which page it stands, of which program, and after which line."""

    page: str
    name: str
    program: str
    line: int

    @property
    def path(self) -> Path:
        """Where the picture lies."""
        return DOCS / "pictures" / f"{self.name}.svg"


PICTURES = (
    TapePicture("how-it-works.md", "tape-saved", "gate.py", 4),
    TapePicture("how-it-works.md", "tape-changed-unseen", "gate.py", 6),
    TapePicture("how-it-works.md", "tape-changed-seen", "gate_detach.py", 6),
    TapePicture("explain.md", "tape-explained", "saved_and_changed.py", 11),
)


def programs() -> dict[str, str]:
    """The programs by name: those of the page, and those that lie in ``docs/examples``."""
    section = HOW_IT_WORKS.read_text("utf-8").partition(SECTION)[2]
    found = re.search(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"{HOW_IT_WORKS} has no program below {SECTION.strip()!r}")
    written = {path.name: path.read_text("utf-8") for path in DOCS.glob("examples/*.py")}
    gate = found[1]
    return {**written, "gate.py": gate, "gate_detach.py": gate.replace(".data", ".detach()")}


def drawn(picture: TapePicture) -> str:
    """The picture as the command draws it now."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, picture.program).write_text(programs()[picture.program], encoding="utf-8")
        place = f"{picture.program}:{picture.line}"
        command = [sys.executable, "-m", "tapelint", "explain", place, "--output-format", "svg"]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=True
        )
    return done.stdout


def main() -> None:
    """Write all pictures anew."""
    for picture in PICTURES:
        picture.path.write_text(drawn(picture), encoding="utf-8")


if __name__ == "__main__":
    main()
