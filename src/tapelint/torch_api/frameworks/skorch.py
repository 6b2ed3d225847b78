"""skorch: read in skorch 1.4.0, ``net.py`` (``train_step_single``)."""

from __future__ import annotations

from tapelint.torch_api.frameworks.framework import Framework, Loss

SKORCH = Framework(
    name="skorch",
    packages=frozenset({"skorch"}),
    classes=frozenset(
        {
            "NeuralNet", "NeuralNetBinaryClassifier", "NeuralNetClassifier", "NeuralNetRegressor",
        }
    ),
    losses={"get_loss": Loss("NeuralNet.train_step_single")},
    left_to_user=frozenset({"train_step_single"}),
    recorded=frozenset({"get_loss", "train_step_single"}),
)  # fmt: skip
