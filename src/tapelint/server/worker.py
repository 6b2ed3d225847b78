"""The process that lints for the server: jobs on standard input, results on standard output.

Linting takes its time, and Python's threads would share it with the server that must answer the
editor meanwhile. A process can also be stopped at any moment.
"""

from __future__ import annotations

import gc
import os
import pickle
import struct
import sys
import threading
import time
from typing import BinaryIO

from tapelint.server.jobs import Job, Lint
from tapelint.settings import Settings
from tapelint.source.pieces import keep_pieces

LENGTH = struct.Struct(">Q")
"""How long a message is, in front of it."""

_SECONDS_BETWEEN_LOOKS = 2.0
_WARM_UP = "import torch\nw = torch.nn.Parameter(torch.ones(1))\nw.data.zero_()\n"
"""A text with a finding: linting it imports what later runs need."""


def packed(message: object) -> bytes:
    """A message with its length in front."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(content)) + content


def main() -> None:
    """Do jobs until standard input ends."""
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    jobs = sys.stdin.buffer
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no result
    keep_pieces()
    Lint("warm_up.py", _WARM_UP, Settings()).result()
    gc.collect()
    gc.freeze()
    # Trees are big and are thrown away whole: collecting while they grow finds nothing.
    gc.disable()
    try:
        while (job := _next(jobs)) is not None:
            results.write(packed(job.result()))
            results.flush()
            del job
            gc.collect()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)  # nobody is left to hear of it


def _leave_with(server: int) -> None:
    """End the process soon after the server's, whatever it is doing.

    A server that was killed cannot say that its results are no longer wanted.
    """
    while os.getppid() == server:
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(0)


def _next(jobs: BinaryIO) -> Job | None:
    """The next job; ``None`` where the server has gone."""
    head = jobs.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    content = jobs.read(LENGTH.unpack(head)[0])
    job = pickle.loads(content)
    assert isinstance(job, Job)
    return job
