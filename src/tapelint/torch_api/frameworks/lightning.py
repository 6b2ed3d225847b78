"""Lightning: read in pytorch_lightning 2.6.6, and run (tests/test_frameworks.py)."""

from __future__ import annotations

from tapelint.torch_api.frameworks.framework import Framework, Loss

_LOOPS = ("validation", "test", "predict")
_MOMENTS = ("start", "end", "epoch_start", "epoch_end", "batch_start", "batch_end", "model_eval")

LIGHTNING = Framework(
    name="Lightning",
    packages=frozenset({"pytorch_lightning", "lightning"}),
    classes=frozenset({"LightningModule"}),
    losses={"training_step": Loss("LightningModule.backward", key="loss")},
    left_to_user=frozenset(
        {"automatic_optimization", "manual_backward", "backward", "training_step_end"}
    ),
    recorded=frozenset({"training_step", "configure_optimizers", "on_train_batch_start"}),
    unrecorded=frozenset(f"{loop}_step" for loop in _LOOPS)
    | {f"on_{loop}_{moment}" for loop in _LOOPS for moment in _MOMENTS}
    | {"on_validation_model_train", "on_test_model_train"},
    makes_optimisers="configure_optimizers",
    gives_optimisers="optimizers",
)
