"""fastai: read in fastai 2.8.12, ``learner.py`` (``_do_one_batch``)."""

from __future__ import annotations

from tapelint.torch_api.frameworks.framework import Framework, Loss

_LEARNERS = (
    "Learner", "vision_learner", "cnn_learner", "unet_learner", "tabular_learner",
    "text_classifier_learner", "language_model_learner", "collab_learner",
)  # fmt: skip

FASTAI = Framework(
    name="fastai",
    packages=frozenset({"fastai"}),
    losses_given={
        name: (2 if name == "Learner" else None, "loss_func", Loss("Learner.fit"))
        for name in _LEARNERS
    },
)
