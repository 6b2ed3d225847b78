"""The command ``server``."""

from __future__ import annotations

import importlib.util
import signal
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

from tapelint.commands.running import fail, settings_resolver

_MISSING = 'the language server needs pygls 2; run: pip install "pygls>=2.1,<3"'


def serve(options: Mapping[str, Any]) -> NoReturn:
    """Serve an editor until it goes."""
    settings_resolver(options)  # a mistake in an option ends the command here
    if importlib.util.find_spec("pygls") is None:
        fail(_MISSING)
    try:
        from tapelint.server.lifetime import run
    except ImportError:
        fail(_MISSING)
    from tapelint.options import resolver

    # Its worker ends with it, and a thread may wait for input that nobody will send.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        # The current folder of a server may be any.
        code = run(lambda: resolver(options, here=None), options["delay"] / 1000, options["tcp"])
    except OSError as error:
        fail(f"port {options['tcp']}: cannot be used: {error.strerror}; name another")
    sys.exit(code)
