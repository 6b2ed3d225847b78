"""Hydra: read in hydra-core 1.3.2, ``_internal/instantiate/_instantiate2.py``."""

from __future__ import annotations

INSTANTIATING = frozenset({"hydra.utils.instantiate", "hydra.utils.call"})
"""The functions that call what a setting names, with what stands beside it."""
TARGET, PARTIAL = "_target_", "_partial_"
"""The keys of what is called, and of whether it is only prepared with its arguments."""
OWN_KEYS = frozenset({TARGET, PARTIAL, "_recursive_", "_convert_", "_args_"})
"""The keys that are no arguments."""
