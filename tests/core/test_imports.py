"""Imports between files of a project: what they mean, and that a file may be split in two."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.splitting import PROGRAM, NotSplitError, Split, split, split_in_three

from tapelint.core.domain.values import UNBOUND, Const, Symbol, Unknown, Value
from tapelint.core.machine.events import Called
from tapelint.core.machine.world import Limit
from tapelint.core.running.execution import Execution
from tapelint.core.running.files import code_of
from tapelint.source.neighbours import Neighbours

from .listeners import findings

PROGRAMS = sorted(
    path
    for pattern in ("tests/programs/*.py", "rules/*/examples/pitfall_*.py")
    for path in Path(__file__).parents[2].glob(pattern)
)


def bound(files: dict[str, str], folder: Path, name: str = "got") -> Value:
    """What the first of some files binds a name to."""
    for file, text in files.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    first = next(iter(files))
    path = folder / first
    text = files[first]
    code = code_of(text, str(path))
    assert code is not None
    execution = Execution(code, text, neighbours=Neighbours(str(path)))
    execution.run()
    frame = execution.frame
    slot = frame.code.names.get(name)
    if slot is None:
        return execution.machine.look_up(name, frame, frame.code)
    return execution.machine.resolved(frame.slots[slot])


TABLE = """held = {}
def put(key):
    def into(value):
        held[key] = value
        return value
    return into
"""
MEANINGS = {
    "a name": {"main.py": "from other import got", "other.py": "got = 7"},
    "a file": {"main.py": "import other\ngot = other.x", "other.py": "x = 7"},
    "a file by another name": {"main.py": "import other as o\ngot = o.x", "other.py": "x = 7"},
    "a file of a package": {
        "main.py": "import pack.inner\ngot = pack.inner.x",
        "pack/__init__.py": "",
        "pack/inner.py": "x = 7",
    },
    "from its package": {
        "main.py": "from pack import inner\ngot = inner.x",
        "pack/__init__.py": "",
        "pack/inner.py": "x = 7",
    },
    "handed on": {
        "main.py": "from pack import x as got",
        "pack/__init__.py": "from .inner import x",
        "pack/inner.py": "from ..pack.most import y as x",
        "pack/most.py": "y = 7",
    },
    "by a star": {
        "main.py": "from other import *",
        "other.py": "from third import *",
        "third.py": "got = 7",
    },
    "relative": {
        "pack/main.py": "from . import inner\nfrom .inner import x\ngot = inner.x + x - 7",
        "pack/__init__.py": "",
        "pack/inner.py": "x = 7",
    },
    "relative, in a folder that is no package": {
        "scripts/main.py": "from . import inner\nfrom .inner import x\ngot = inner.x + x - 7",
        "scripts/inner.py": "x = 7",
    },
    "two dots": {
        "pack/deep/main.py": "from ..inner import x as got",
        "pack/deep/__init__.py": "",
        "pack/__init__.py": "",
        "pack/inner.py": "x = 7",
    },
    "in a function": {
        "main.py": "def f():\n    from other import x\n    return x\ngot = f()",
        "other.py": "x = 7",
    },
    "a function": {
        "main.py": "from other import f\ngot = f()",
        "other.py": "x = 7\ndef f(): return x",
    },
    "an optional one": {
        "main.py": "try:\n    from other import x\nexcept ImportError:\n    x = 7\ngot = x",
        "other.py": "x = 7",
    },
    "in a circle": {
        "main.py": "from other import f\nx = 7\ngot = f()",
        "other.py": "import main\ndef f(): return main.x",
    },
    "in a circle of two others": {
        "main.py": "from a import f\ngot = f()",
        "a.py": "from b import g\nx = 7\ndef f(): return g()",
        "b.py": "from a import x\ndef g(): return x",
    },
    "its name": {
        "main.py": "import other\ngot = other.x",
        "other.py": "x = 7 if __name__ == 'other' else 0",
    },
    "on one of two ways": {
        "main.py": "if given:\n    from other import x\nelse:\n    from other import x\ngot = x",
        "other.py": "x = 7",
    },
    "first read on one of two ways": {
        "main.py": "import other\nif given:\n    other.held.append(0)\ngot = other.held[0]",
        "other.py": "held = [7]",
    },
    "of what another one changes": {
        "main.py": "import other, third\nother.held.append(7)\ngot = third.held[0]",
        "other.py": "held = []",
        "third.py": "from other import held",
    },
    "registered by a decorator": {
        "main.py": "from table import held\ngot = held['f']()",
        "table.py": TABLE,
        "other.py": "from table import put\n@put('f')\ndef f(): return 7",
    },
    "registered by a call of the module's function": {
        "main.py": "from table import held\ngot = held['x']",
        "table.py": TABLE,
        "other.py": "import table as t\nt.put('x')(7)",
    },
    "registered by a function that gives the table away": {
        "main.py": "from table import held\ngot = held['x']",
        "table.py": "held = {}\ndef fill(into, key, value): into[key] = value\n"
        "def put(key, value): fill(held, key, value)",
        "other.py": "from table import put\nput('x', 7)",
    },
    "registered with an object": {
        "main.py": "from nets import nets\ngot = nets.held['x']",
        "nets.py": "from table import Table\nnets = Table()",
        "table.py": "class Table:\n    def __init__(self): self.held = {}\n"
        "    def put(self, key, value): self.held[key] = value",
        "other.py": "from nets import nets\nnets.put('x', 7)",
    },
    "registered with a class": {
        "main.py": "from table import Table\ngot = Table.held['x']",
        "table.py": "class Table:\n    held = {}\n    @classmethod\n"
        "    def put(cls, key, value): cls.held[key] = value",
        "other.py": "from table import Table\nTable.put('x', 7)",
    },
    "registered, and not known which": {
        "main.py": "from table import held\ngot = held[given]",
        "table.py": TABLE,
        "other.py": "from table import put\nput('x')(7)",
    },
    "registered, and looked for": {
        "main.py": "from table import held\ngot = 7 if 'x' in held else 0",
        "table.py": TABLE,
        "other.py": "from table import put\nput('x')(6)",
    },
    "registered, and all of them": {
        "main.py": "from table import held\ngot, = held.values()",
        "table.py": TABLE,
        "other.py": "from table import put\nput('x')(7)",
    },
    "registered, and first read on one of two ways": {
        "main.py": "from table import held\nif given:\n    held['x']\ngot = held['x']",
        "table.py": TABLE,
        "other.py": "from table import put\nput('x')(7)",
    },
    "registered with an object, by a decorator": {
        "main.py": "from table import nets\ngot = nets.held['f']()",
        "table.py": "class Table:\n    def __init__(self): self.held = {}\n"
        "    def put(self, value):\n        self.held[value.__name__] = value\n"
        "        return value\nnets = Table()",
        "other.py": "from table import nets\n@nets.put\ndef f(): return 7",
    },
    "registered with another table": {
        "main.py": "from table import held\ngot = held.get('x', 7)",
        "table.py": TABLE,
        "third.py": TABLE,
        "other.py": "from third import put\nput('x')(6)",
    },
}


@pytest.mark.parametrize("files", MEANINGS.values(), ids=MEANINGS)
def test_what_an_import_means(files: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("")
    assert bound(files, tmp_path) == Const(7)


def test_what_no_file_has_is_not_known(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("")
    broken = {"main.py": "from other import got", "other.py": "def ("}
    assert bound(broken, tmp_path) == Symbol("other.got")
    without = {"main.py": "from other import got", "other.py": ""}
    assert isinstance(bound(without, tmp_path), Unknown)
    assert bound({"main.py": "from elsewhere import got"}, tmp_path) == Symbol("elsewhere.got")
    endless = {
        "main.py": "from a import got",
        "a.py": "from b import got",
        "b.py": "from a import got",
    }
    assert bound(endless, tmp_path) is not UNBOUND


def test_what_is_done_in_another_file_is_cut_away_with_no_way(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("")
    files = {
        "main.py": """
if given:
    from other import box
    box.part = 1
else:
    pass
from other import box
got = box.part
""",
        "other.py": "class Box: pass\nbox = Box()\nbox.part = 7",
    }
    value = bound(files, tmp_path)
    assert {each for each, _ in value.alternatives} == {Const(7), Const(1)}  # type: ignore[attr-defined]


def splits(path: Path) -> list[Split]:
    """The ways in which a program splits."""
    found = []
    for make in (split, split_in_three):
        try:
            found.append(make(path.read_text()))
        except (NotSplitError, ValueError):
            continue
    return found


SPLITS = {path: found for path in PROGRAMS for found in [splits(path)] if found}


def test_enough_programs_split() -> None:
    assert len(SPLITS) >= 100


@pytest.mark.parametrize("path", SPLITS, ids=lambda path: path.stem)
def test_a_program_in_several_files_has_the_same_findings(path: Path, tmp_path: Path) -> None:
    whole = {(code, line) for code, _, line in findings(path)[0]}
    for parts in SPLITS[path]:
        for file, text in parts.texts.items():
            (tmp_path / file).write_text(text)
        found = {
            file: {
                (code, parts.lines[Path(at).name][line - 1])
                for code, at, line in findings(tmp_path / file)[0]
            }
            for file in parts.texts
        }
        assert found[PROGRAM] <= whole
        assert set().union(*found.values()) >= whole


def test_what_another_file_calls_is_followed_for_a_while(tmp_path: Path) -> None:
    """One call takes no more than its share; what is called later, from here, is followed again."""
    many = "    x = one(x)\n" * 200
    steps = "    x += 1\n" * 100
    (tmp_path / "other.py").write_text(
        f"def one(x):\n{steps}    return x\ndef many(x):\n{many}    return x\n"
    )
    path = tmp_path / "main.py"
    lines = "x = 0\n" * 900  # what may be run grows with them
    path.write_text(f"import other\nmany = other.many(1)\none = other.one(1)\n{lines}")
    code = code_of(path.read_text(), str(path))
    assert code is not None
    execution = Execution(code, path.read_text(), neighbours=Neighbours(str(path)))
    calls: list[str] = []
    execution.machine.listen(Called, lambda event: calls.append(event.function.code.name))
    entries = execution.run()
    assert 2 < calls.count("one") < 100
    assert isinstance(execution.frame.slots[execution.frame.code.names["many"]], Unknown)
    assert execution.frame.slots[execution.frame.code.names["one"]] == Const(101)
    assert [each.limit for each in entries.cut_short] == [Limit.ELSEWHERE]


KEPT = {
    "an item": ('CFG = {"retain": False}', 'CFG["retain"] = True', 'CFG["retain"]'),
    "a name": ("CFG = False", "CFG = True", "CFG"),
    "an update": ('CFG = {"retain": False}', "CFG.update(retain=True)", 'CFG["retain"]'),
    "an attribute": (
        "class Config:\n    pass\nCFG = Config()\nCFG.retain = False",
        "CFG.retain = True",
        "CFG.retain",
    ),
    "a list": ("CFG = [False]", "CFG[0] = True", "CFG[0]"),
    "a namespace": (
        "import types\nCFG = types.SimpleNamespace(retain=False)",
        "CFG.retain = True",
        "CFG.retain",
    ),
}
"""What a file binds first, how it changes that at its end, and how others read it."""


@pytest.mark.parametrize("rounds", [1, 200])
@pytest.mark.parametrize("kept", KEPT.values(), ids=KEPT)
def test_what_a_file_binds_may_be_another_where_it_was_cut_short(
    kept: tuple[str, str, str], rounds: int, tmp_path: Path
) -> None:
    """Torch runs each of these programs, whether the file is run to its end or not."""
    first, last, read = kept
    costly = "for a in (1, 2):\n    for b in (1, 2):\n        print(a, b, a + b)\n" * rounds
    (tmp_path / "settings.py").write_text(f"{first}\n{costly}{last}\n")
    path = tmp_path / "main.py"
    path.write_text(
        "import torch\nimport settings\n\nw = torch.ones(3, requires_grad=True)\n"
        f"loss = (w**2).sum()\nloss.backward(retain_graph=settings.{read})\nloss.backward()\n"
    )
    assert findings(path)[0] == set()
