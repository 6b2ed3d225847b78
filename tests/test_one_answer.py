"""Small projects through each entry: the command, its cache, flake8, an editor, and `explain`.

A file that does not name torch stands in a folder or a package, alone or beside one that does:
that imports it, or that it imports. Whoever is asked answers the same.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import json
from pathlib import Path

import pytest

from tapelint import Settings
from tapelint.explaining.facts import Spot
from tapelint.explaining.why_silent import Inquiry
from tapelint.flake8_plugin import TapelintChecker
from tapelint.hearing import chosen, hear_guarded
from tapelint.lint import lint_guarded
from tapelint.rules import all_rules
from tapelint.runner import lint_path
from tapelint.server.jobs import Lint
from tapelint.source.documents import read_document

_CALLBACK = """\
{imports}
import numpy as np


class StopEarly(Callback):
    def __init__(self, monitor="val_loss", min_delta=0.0, patience=10, restore_best_weights=False):
        super().__init__()
        self.monitor, self.patience = monitor, patience
        self.restore_best_weights = restore_best_weights
        self.wait = 0
        self.stopped_epoch = 0
        self.state_dict = None
        self.better = np.less
        self.min_delta = -min_delta

    def on_train_begin(self, logs=None):
        self.wait = 0
        self.stopped_epoch = 0
        self.best = np.inf

    def on_epoch_end(self, epoch, logs=None, metric=None):
        current = logs.get(self.monitor)
        if current is None:
            return
        if self.better(current - self.min_delta, self.best):
            self.best = current
            self.wait = 0
            if self.restore_best_weights:
                self.state_dict = self.model.state_dict()
        else:
            self.wait += 1
            if self.wait >= self.patience:
                self.stopped_epoch = epoch
                self.trainer.early_stop = True
                if self.restore_best_weights:
                    self.model.load_state_dict(self.state_dict)
"""
_WRITER = """\
{imports}

def shrink(w):
    w.data.mul_(0.5)
    w.data.clamp_(0.0, 1.0)
"""
_PLAIN = "import json\n{imports}\n\ndef load(path):\n    return json.load(open(path))\n"
_TEXTS = {"callback": _CALLBACK, "writer": _WRITER, "plain": _PLAIN}
_TORCH = "import torch\n{imports}\n\ndef make():\n    return torch.nn.Linear(2, 2)\n"
_LINKS = ("alone", "beside", "imported", "imports")
_PLACES = ("folder", "package", "notebook", "unsaved", "marked")
_CASES = list(itertools.product(_TEXTS, _LINKS, _PLACES))

Found = set[tuple[int | None, int, str]]


def _project(folder: Path, text: str, link: str, place: str) -> tuple[Path, str]:
    """Write a project; the file that is asked about, and its text."""
    dot = ""
    if place == "package":
        folder = folder / "pack"
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        dot = "."
    source = _TEXTS[text].format(
        imports=f"from {dot}networks import make" if link == "imports" else ""
    )
    path = folder / ("asked.ipynb" if place == "notebook" else "asked.py")
    if link != "alone":
        imports = f"from {dot}asked import *" if link == "imported" else ""
        (folder / "networks.py").write_text(_TORCH.format(imports=imports))
    if place == "notebook":
        cell = {"cell_type": "code", "source": source.splitlines(keepends=True)}
        source = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    path.write_text("x = 1\n" if place == "unsaved" else source)
    if place == "marked":
        path.write_text(source, encoding="utf-8-sig")
    return path, source


def _explained(source: str, path: str) -> Found:
    found: Found = set()
    rules = list(all_rules().values())
    for part in read_document(source, path).parts():
        inquiry = Inquiry(part, path, Settings())
        cell = 1 if path.endswith(".ipynb") else None
        for line in range(1, len(part.text.splitlines()) + 1):
            account = inquiry.account(Spot(line, cell), rules)
            for answer in account.answers if account is not None else ():
                found |= {
                    (each.location.cell, each.location.line, each.code) for each in answer.findings
                }
    return found


def _by_flake8(source: str, path: str) -> Found:
    options = argparse.Namespace(tapelint_isolated=True, disable_noqa=False)
    TapelintChecker.parse_options(options)
    checker = TapelintChecker(ast.parse(source), path, source.splitlines(keepends=True))
    return {(None, line, text.split()[0]) for line, _, text, _ in checker.run()}


@pytest.mark.parametrize(("text", "link", "place"), _CASES)
def test_whoever_is_asked_answers_the_same(
    text: str, link: str, place: str, tmp_path: Path
) -> None:
    path, source = _project(tmp_path, text, link, place)
    name, settings = str(path), Settings()
    raw: str | bytes = source if place == "unsaved" else path.read_bytes()
    results = {
        "text": lint_guarded(raw, path=name, settings=settings).findings,
        "cache": chosen(hear_guarded(raw, path=name, settings=settings), name, settings).findings,
        "editor": Lint(name, source, settings).result(),
    }
    if place != "unsaved":
        results["command"] = lint_path(name, settings).findings
    told: dict[str, Found] = {}
    for entry, findings in results.items():
        assert isinstance(findings, (list, tuple)), findings
        told[entry] = {(each.location.cell, each.location.line, each.code) for each in findings}
    told["explain"] = _explained(source, name)
    if place != "notebook":  # flake8 has no place to name a cell
        told["flake8"] = _by_flake8(source, name)
    assert all(found == told["text"] for found in told.values()), told
    is_met = link == "imports" or (link == "imported" and place != "notebook")
    if text != "plain" and is_met:
        assert told["text"]
    if link == "alone":
        assert not told["text"]


def test_a_file_that_is_passed_over_says_so_and_what_it_would_say(tmp_path: Path) -> None:
    path, source = _project(tmp_path, "callback", "alone", "folder")
    (part,) = read_document(source, str(path)).parts()
    rule = next(each for each in all_rules().values() if each.code == "TAP605")
    line = (
        source.splitlines().index("                self.state_dict = self.model.state_dict()") + 1
    )
    account = Inquiry(part, str(path), Settings()).account(Spot(line), [rule])
    assert account is not None
    (silence,) = account.answers[0].silences
    assert silence.reason.id == "no-trigger"
    assert silence.names == ("`torch`",)
    assert silence.heard is not None
