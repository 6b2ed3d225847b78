"""Ignite: read in pytorch-ignite 0.5.5, ``engine/__init__.py``.

An ``Engine`` calls the function that it is given as it stands, and runs no backward of its result.
The trainers that it makes take a loss function.
"""

from __future__ import annotations

from tapelint.torch_api.frameworks.framework import Framework, Loss

IGNITE = Framework(
    name="Ignite",
    packages=frozenset({"ignite"}),
    losses_given={
        "create_supervised_trainer": (2, "loss_fn", Loss("create_supervised_trainer")),
        "supervised_training_step": (2, "loss_fn", Loss("supervised_training_step")),
    },
)
