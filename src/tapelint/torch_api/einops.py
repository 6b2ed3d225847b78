"""What einops does to a tensor: a method of torch's does the same to its history and its memory.

Run with einops 0.8.2 and torch 2.13: what ``rearrange`` gives is a view where ``reshape`` gives
one, ``repeat`` saves nothing, and ``reduce`` saves what the method saves.
"""

from __future__ import annotations

METHODS = {"einops.rearrange": "reshape", "einops.repeat": "repeat", "einops.reduce": ""}
"""The functions, each with the method; "" where its reduction tells which."""
REDUCTIONS = {"max": "amax", "mean": "mean", "min": "amin", "prod": "prod", "sum": "sum"}
"""The methods by the words for reductions."""
