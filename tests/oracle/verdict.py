"""torch's verdict, with torch imported when it is asked for and not before."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .examples import Example
    from .torch_verdict import Verdict


def torch_verdict(example: Example) -> Verdict:
    """What torch makes of an example."""
    from . import torch_verdict as module

    return module.torch_verdict(example)
