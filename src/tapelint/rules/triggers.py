"""Serious triggers that several rules share."""

from __future__ import annotations

CHANGES = ("+=", "[]=", "_()", "inplace=", "out=")
"""How a change in place is written: ``x += y``, ``x[i] = y``, ``x.add_(y)``, and by keywords.

Changes of what can be seen to be no tensor do not count.
"""
FROM_DATA = ("tensor(", "as_tensor(", "asarray(", "*Tensor(", "new_tensor(")
"""How a tensor is made from data; of data that can be seen to hold no tensor, it does not count."""
