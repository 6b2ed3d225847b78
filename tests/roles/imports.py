"""Count what names are imported as: ``python -m tests.roles.imports FOLDER``.

The folder holds repositories, one a folder. Each has one vote for a name, shared between the things
that its files that name torch import under it: a large project of its own counts as one reader.
``imports.json`` gets the names on which nearly all agree.
"""

from __future__ import annotations

import ast
import collections
import json
import pathlib
import sys
from collections.abc import Iterator

from tapelint.source.python_tree import python_tree
from tapelint.torch_api import imports
from tapelint.torch_api.names import canonical, is_followed

TABLE = pathlib.Path(imports.__file__).with_name("imports.json")
LEAST_FILES, LEAST_REPOSITORIES, LEAST_AGREEING = 10, 4, 0.95
_OTHERS = ("numpy", "math", "random", "copy", "itertools", "collections", "functools", "typing")


def imported(module: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that a file imports, each with what it stands for."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            for each in node.names:
                root = each.name.partition(".")[0]
                yield (each.asname, each.name) if each.asname is not None else (root, root)
        elif isinstance(node, ast.ImportFrom):
            home = "." * node.level + (node.module or "")
            for each in node.names:
                yield each.asname or each.name, canonical(f"{home}.{each.name}")


def matters(name: str) -> bool:
    """Whether tapelint knows anything of what a name stands for."""
    root = name.partition(".")[0]
    return is_followed(name) or root in _OTHERS or name.startswith("torch.utils.data.")


def main(folder: str) -> None:
    """Write the table."""
    met: dict[str, dict[str, collections.Counter[str]]] = collections.defaultdict(
        lambda: collections.defaultdict(collections.Counter)
    )
    for path in sorted(pathlib.Path(folder).rglob("*.py")):
        text = path.read_bytes() if path.is_file() else b""
        module = python_tree(text.decode("utf-8", "replace")) if b"torch" in text else None
        repository = path.relative_to(folder).parts[0]
        for name, meant in set(imported(module)) if module is not None else ():
            met[name][repository][meant] += 1
    rows = []
    for name, by_repository in sorted(met.items()):
        votes: collections.Counter[str] = collections.Counter()
        for counted in by_repository.values():
            for meant, files in counted.items():
                votes[meant] += files / counted.total()  # type: ignore[assignment]
        (meant, agreeing), *_ = votes.most_common(1)
        files = sum(each[meant] for each in by_repository.values())
        share = agreeing / len(by_repository)
        if not (files >= LEAST_FILES and len(by_repository) >= LEAST_REPOSITORIES):
            continue
        if share >= LEAST_AGREEING and matters(meant):
            row = {"name": name, "meant": meant, "files": files, "agree": round(share, 3)}
            rows.append({**row, "repositories": len(by_repository)})
    TABLE.write_text(json.dumps({"names": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
