"""What is called is a module: its flag freezes nothing."""

# torch: runs
import torch


def embed(model, x):
    model.encoder.requires_grad = False  # expect: TAP603 likely
    with torch.no_grad():
        return model.encoder(x)
