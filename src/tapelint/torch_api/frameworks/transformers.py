"""The trainer of Hugging Face: read in transformers 5.23.0, ``trainer.py``.

``training_step`` runs the backward itself and gives back what is logged.
"""

from __future__ import annotations

from tapelint.torch_api.frameworks.framework import Framework, Loss

TRANSFORMERS = Framework(
    name="Transformers",
    packages=frozenset({"transformers"}),
    classes=frozenset({"Trainer", "Seq2SeqTrainer"}),
    losses={"compute_loss": Loss("Trainer.training_step", may_be_first=True)},
    losses_given={
        name: (None, "compute_loss_func", Loss("Trainer.training_step"))
        for name in ("Trainer", "Seq2SeqTrainer")
    },
    left_to_user=frozenset({"training_step", "backward"}),
    recorded=frozenset({"compute_loss", "training_step"}),
)
