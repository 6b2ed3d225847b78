"""What the settings of a project name to be made: ``_target_: package.Class`` in its YAML files.

The reader knows mappings of plain scalars, which is how such settings are written. Whatever else
YAML can say (lists, flow style, anchors, blocks of text) is passed over, so that its keys are not
known. So the core needs no other package, and nothing of a file is executed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Union

from tapelint.source import files
from tapelint.source.observations import Seen, digest_of, note
from tapelint.source.python_files import is_entered, project_folder

TARGETS = "targets"
"""The question what the settings of a project's folder name."""
MOST_FILES = 400
"""How many files with settings a project may have: of one with more, none is read."""
MOST_BYTES = 200_000
_MOST_ENTRIES = 20_000
_ENDINGS = (".yaml", ".yml")
_ENTRY = re.compile(r"( *)(\"[^\"]*\"|'[^']*'|[^\s#&*!|>\-\[\]{}\"'][^#:\"']*?):(?:[ \t]+(.*))?$")
_COMMENT = re.compile(r"(?:^|[ \t])#.*$")
_OTHER = ("[", "{", "&", "*", "!", "|", ">", "$", "%", "@", "`")
"""How values begin that are no plain scalars."""

Setting = Union["Settings", str, None]
"""A mapping, the text of a scalar with its quotes, or ``None`` for anything else."""
Settings = dict[str, Setting]


@dataclass(frozen=True, eq=False)
class Target:
    """A mapping that names what is to be made.

    Attributes:
        keys: The keys that lead to it, the folder and the name of its file before them.
        name: The dotted name.
        settings: The mapping.
    """

    keys: tuple[str, ...]
    name: str
    settings: Settings


def targets(path: str, word: str, asked: tuple[str, ...]) -> list[Target]:
    """What the settings of a file's project name under some keys.

    Args:
        path: The absolute path of the file that asks.
        word: The key under which the settings name it.
        asked: The keys, as they are written. What most of them lead to, from the last one on, is
            meant.
    """
    folder, _, package = project_folder(os.path.dirname(path))
    texts = _texts(folder, word, package)
    note(Seen(f"{TARGETS}:{word}:{package}", folder, _state(folder, texts)))
    found = [each for place, text in texts for each in _targets(place, text, word)]
    matched = [(_alike(each.keys, asked), each) for each in found]
    most = max((count for count, _ in matched), default=0)
    return [each for count, each in matched if count == most] if most else []


def state(question: str, folder: str) -> str:
    """What stands for the settings of a project's folder: the answer to :data:`TARGETS`."""
    _, word, package = question.split(":")
    return _state(folder, _texts(folder, word, package))


def _state(folder: str, texts: list[tuple[str, str]]) -> str:
    together = "\0".join(f"{path[len(folder) :]}\0{text}" for path, text in texts)
    return digest_of(together.encode("utf-8", "surrogatepass"))


def _alike(keys: tuple[str, ...], asked: tuple[str, ...]) -> int:
    """How many keys are the same, from the last one on."""
    count = 0
    for one, other in zip(reversed(keys), reversed(asked), strict=False):
        if one != other:
            break
        count += 1
    return count


def _texts(folder: str, word: str, package: str) -> list[tuple[str, str]]:
    """The files with settings of a project that hold a word, and their texts."""
    found: list[tuple[str, str]] = []
    around = list(_paths(folder, is_deep=False)) if package else []
    deep = _paths(os.path.join(folder, package) if package else folder)
    for path in sorted({*around, *deep}):
        try:
            content = files.read(path, MOST_BYTES + 1)
        except OSError:
            continue
        if len(content) <= MOST_BYTES and word.encode() in content:
            found.append((path, content.decode("utf-8", "replace")))
    return found if len(found) <= MOST_FILES else []


def _paths(folder: str, *, is_deep: bool = True) -> Iterator[str]:
    left = _MOST_ENTRIES
    folders = [folder]
    for each_folder in folders:
        try:
            inside = sorted(files.entries(each_folder), key=lambda each: each.name)
        except OSError:
            continue
        left -= len(inside)
        if left < 0:
            return
        for each in inside:
            try:
                if each.name.endswith(_ENDINGS) and each.is_file():
                    yield each.path
                elif is_deep and is_entered(each):
                    folders.append(each.path)
            except OSError:
                continue


@lru_cache(maxsize=MOST_FILES)
def _targets(path: str, text: str, word: str) -> tuple[Target, ...]:
    folder, last = os.path.split(path)
    stem = os.path.splitext(last)[0]
    settings = read_settings(text)
    # A file of a group, as `conf/model/small.yaml`, is the value of the group's key.
    group = os.path.basename(folder)
    return tuple(
        Target(before + keys, name, each)
        for before in dict.fromkeys([(group,), (stem,)])
        for keys, name, each in _named(settings, word, ())
        if keys or before
    )


def _named(
    settings: Settings, word: str, keys: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str, Settings]]:
    name = settings.get(word)
    if isinstance(name, str):
        yield keys, name.strip("\"'"), settings
    for key, each in settings.items():
        if isinstance(each, dict):
            yield from _named(each, word, (*keys, key))


def read_settings(text: str) -> Settings:
    r"""The mappings of a YAML text; what is not understood is ``None``.

    >>> read_settings("model:\n  _target_: nets.Gate  # small\n  sizes: [1, 2]\n  width: 4")
    {'model': {'_target_': 'nets.Gate', 'sizes': None, 'width': '4'}}
    """
    whole: Settings = {}
    stack: list[tuple[int, Settings]] = [(-1, whole)]
    passed_over: int | None = None
    for line in text.splitlines():
        line = _COMMENT.sub("", line).rstrip()
        indentation = len(line) - len(line.lstrip(" "))
        if not line or line.startswith(("---", "...", "%")):
            continue
        if passed_over is not None and indentation > passed_over:
            continue
        passed_over = None
        entry = _ENTRY.match(line)
        if entry is None:
            passed_over = indentation
            continue
        while len(stack) > 1 and stack[-1][0] >= indentation:
            stack.pop()
        key, value = entry[2].strip("\"'"), (entry[3] or "").strip()
        if not value:
            inner: Settings = {}
            stack[-1][1][key] = inner
            stack.append((indentation, inner))
        else:
            stack[-1][1][key] = None if value.startswith(_OTHER) else value
            passed_over = indentation
    return whole
