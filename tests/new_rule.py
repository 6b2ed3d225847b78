"""Begin a rule: its module, its folder in the rule book, its row and its line in the lists.

    python -m tests.new_rule TAP299 fill-diagonal

What it writes fails: the rule reports nothing yet, and its page says nothing. CONTRIBUTING.md,
"Adding a rule", goes on from there.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

_MODULE = '''"""{code}: TODO what is reported, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason

if TYPE_CHECKING:
    from tapelint.tape.events import InPlace


class {class_name}(Checker):
    """TODO which events it looks at."""

    code = "{code}"
    name = "{name}"
    summary = "TODO one line without a full stop"
    needs = "TODO what must be seen; it is read behind: it needs"
    on_by_default = False
    triggers = ("TODO",)

    def visit_inplace(self, event: InPlace) -> None:
        """TODO which of them it reports."""
        if event.operation != "TODO":
            self.dismiss(event, Reason.ALLOWED)
            return
        self.report(event.at, "TODO one sentence with the remedy", Consequence.RAISES)
'''

_PAGE = """# {name} ({code})

TODO one sentence.

Consequence: `raises`. Off by default.

## What it does

## Why is this bad?

## Example

```python
TODO
```

The whole program is `pitfall_example`.

## Use instead

```python
TODO
```

The whole program is `remedy_example`.

## When it is silent

`silent_example`

## Known limits

## Fix

## Sources
"""

_EXAMPLES = {
    "pitfall_example": '''"""TODO what goes wrong."""

# torch: wrong gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (weight * weight).sum()  # expect: {code}
''',
    "remedy_example": '''"""TODO how it is fixed."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (weight * weight).sum()
''',
    "silent_example": '''"""TODO a look-alike that is right."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
loss = (weight * weight).sum()
''',
}


def main(arguments: list[str]) -> str | int:
    """Write what a new rule begins with; say what is wrong, or what was written."""
    if len(arguments) != 2 or not re.fullmatch(r"TAP\d{3}", arguments[0]):
        return "usage: python -m tests.new_rule TAPnnn name-of-the-rule"
    code, name = arguments
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        return f"{name}: a name is words in lower case with hyphens between them"
    taken = [path.name for path in (ROOT / "rules").iterdir() if path.name.startswith(code)]
    module = ROOT / "src" / "tapelint" / "rules" / f"{name.replace('-', '_')}.py"
    if taken or module.exists():
        return f"taken: {(taken or [module.name])[0]}"
    for path, text in texts(code, name).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT).as_posix())
    return 0


def texts(code: str, name: str) -> dict[Path, str]:
    """All files that a new rule begins with, those included that list it."""
    class_name = "".join(word.capitalize() for word in name.split("-"))
    words = {"code": code, "name": name, "class_name": class_name}
    folder = ROOT / "rules" / f"{code}-{name}"
    module = ROOT / "src" / "tapelint" / "rules" / f"{name.replace('-', '_')}.py"
    changelog = ROOT / "CHANGELOG.md"
    return {
        module: _MODULE.format(**words),
        folder / "rule.md": _PAGE.format(**words),
        **{
            folder / "examples" / f"{example}.py": text.format(**words)
            for example, text in _EXAMPLES.items()
        },
        changelog: with_line(changelog.read_text(encoding="utf-8"), code, name),
    }


def with_line(changelog: str, code: str, name: str) -> str:
    """The section of the version that comes next, the first one, with a line for the rule."""
    line = f"- Rule that is off by default: {code} {name}."
    top, first, *older = re.split(r"(?=^## \[)", changelog, flags=re.MULTILINE)
    heading = "### New rules\n\n"
    if heading in first:
        first = first.replace(heading, f"{heading}{line}\n")
    else:
        title, _, rest = first.partition("\n\n")
        first = f"{title}\n\n{heading}{line}\n\n{rest}"
    return "".join((top, first, *older))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
