"""The process that lints for the server: jobs on standard input, results on standard output.

Linting takes its time, and Python's threads would share it with the server that must answer the
editor meanwhile. A process can also be stopped at any moment.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import struct
import sys
import threading
from typing import BinaryIO

from tapelint.server.jobs import Job, Lint
from tapelint.settings import Settings
from tapelint.source.kept_pieces import keep_pieces

READY = b"ready"
"""What the process says first."""
LENGTH = struct.Struct(">Q")
"""How long a message is, in front of it."""

_WARM_UP = "import torch\nw = torch.nn.Parameter(torch.ones(1))\nw.data.zero_()\n"
"""A text with a finding: linting it imports what later runs need."""


def packed(message: object) -> bytes:
    """A message with its length in front."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(content)) + content


def main() -> None:
    """Do jobs until standard input ends."""
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, jobs), daemon=True).start()
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no result
    try:
        _get_ready()
        results.write(READY)
        results.flush()
        while True:
            job = pickle.loads(jobs.get())
            assert isinstance(job, Job)
            results.write(packed(job.result()))
            results.flush()
            del job
            gc.collect()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)  # nobody is left to hear of it
    except Exception as error:
        print(f"tapelint: the process that lints ended ({type(error).__name__})", file=sys.stderr)
        sys.stderr.flush()
        os._exit(1)


def _get_ready() -> None:
    """Import what is needed, and set up the memory."""
    keep_pieces()
    Lint("warm_up.py", _WARM_UP, Settings()).result()
    gc.collect()
    gc.freeze()
    # Trees are big and are thrown away whole: collecting while they grow finds nothing.
    gc.disable()


def _receive(source: BinaryIO, jobs: queue.SimpleQueue[bytes]) -> None:
    """Take jobs in while others are done, and end the process at once when the server is gone.

    A server that was killed cannot say that its results are no longer wanted.
    """
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        jobs.put(source.read(LENGTH.unpack(head)[0]))
    os._exit(0)
