"""Biases found by name are filled in place."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch.nn as nn

lstm = nn.LSTM(2, 3)
for name, p in lstm.named_parameters():
    if "bias" in name:
        p.fill_(1.0)  # expect: TAP201
