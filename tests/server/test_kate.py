"""A real editor: Kate without a screen, with its LSP client set up as the page says."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ..conftest import ROOT
from .editor import PITFALL

PAGE = ROOT / "docs" / "editors" / "kate.md"
PATIENCE_S = 300
RECORDER = """\
import os, subprocess, sys, threading

server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def pass_on(source, target, record):
    while data := os.read(source, 65536):
        os.write(target, data)
        if record:
            record.write(data)


with open(sys.argv[1], "ab", buffering=0) as record:
    given = threading.Thread(target=pass_on, args=(server.stdout.fileno(), 1, record), daemon=True)
    given.start()
    pass_on(0, server.stdin.fileno(), None)
    server.stdin.close()
    given.join()
"""
"""Stands between an editor and the server, and keeps what the server says."""

pytestmark = pytest.mark.skipif(
    not (shutil.which("kate") and shutil.which("dbus-run-session")),
    reason="Kate, or the D-Bus that it needs, is not installed",
)


def said(record: Path) -> list[Any]:
    """The whole messages of the server so far."""
    rest, found = record.read_bytes() if record.exists() else b"", []
    while heading := re.match(
        rb"(?:[\w-]+: .*\r\n)*?Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n", rest
    ):
        body = rest[heading.end() : heading.end() + int(heading[1])]
        if len(body) < int(heading[1]):
            break
        found.append(json.loads(body))
        rest = rest[heading.end() + len(body) :]
    return found


def diagnostics(record: Path) -> list[Any]:
    """What the server has published about files in which it has found something."""
    return [
        each["params"]
        for each in said(record)
        if each.get("method") == "textDocument/publishDiagnostics" and each["params"]["diagnostics"]
    ]


def test_kate_starts_the_server_and_is_given_a_finding(tmp_path: Path) -> None:
    (settings,) = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    lsp = tmp_path / ".config/kate/lspclient"
    programs, runtime, record = tmp_path / "programs", tmp_path / "runtime", tmp_path / "record"
    for folder in (lsp, programs, runtime):
        folder.mkdir(parents=True)
    runtime.chmod(0o700)
    (lsp / "settings.json").write_text(settings)
    # What a user clicks: the plugin is on, and Kate may start the server.
    (tmp_path / ".config/katerc").write_text(
        f"[lspclient]\nAllowedServerCommandLines={programs}/tapelint server\n\n"
        "[Kate Plugins]\nlspclientplugin=true\n"
    )
    (tmp_path / "recorder.py").write_text(RECORDER)
    (programs / "tapelint").write_text(
        f"#!/bin/sh\nexec {sys.executable} {tmp_path}/recorder.py {record} "
        f'{sys.executable} -m tapelint "$@"\n'
    )
    (programs / "tapelint").chmod(0o755)
    (tmp_path / "train.py").write_text(PITFALL)
    kate = subprocess.Popen(
        ["dbus-run-session", "--", "kate", "--startanon", "--block", "train.py"],
        cwd=tmp_path,
        env={
            **os.environ,
            "HOME": str(tmp_path),
            "PATH": f"{programs}:{os.environ['PATH']}",
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_CONFIG_HOME": str(tmp_path / ".config"),
            "XDG_RUNTIME_DIR": str(runtime),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + PATIENCE_S
        while not diagnostics(record):
            assert kate.poll() is None, "Kate has ended"
            assert time.monotonic() < until, f"no finding; the server said {said(record)}"
            time.sleep(0.2)
    finally:
        os.killpg(kate.pid, signal.SIGTERM)
        kate.wait()
    (published,) = diagnostics(record)[:1]
    assert published["uri"] == (tmp_path / "train.py").as_uri()
    (finding,) = published["diagnostics"]
    assert finding["code"] == "TAP201"
    assert finding["range"]["start"] == {"line": 3, "character": 0}
    assert finding["severity"] == 1
    assert finding["relatedInformation"]
