"""``python -m tapelint``."""

import os
import sys


def _forget_the_folder() -> None:
    """Look for modules in the current folder no more: what is linted there would be run."""
    try:
        here = {"", os.getcwd()}
    except OSError:  # it is gone
        here = {""}
    if sys.path and sys.path[0] in here:
        del sys.path[0]


if not getattr(sys.flags, "safe_path", False):
    _forget_the_folder()

if __name__ == "__main__":
    from tapelint.start import main

    main()
