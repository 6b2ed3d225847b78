"""A training step that is given its scaler: the name tells what it is."""

# torch: runs
import torch
from torch import nn


def train_step(net: nn.Linear, optimizer, scaler, inputs: torch.Tensor) -> None:
    optimizer.zero_grad()
    loss = net(inputs).pow(2).mean()
    scaler.scale(loss).backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # expect: TAP702 likely
    scaler.step(optimizer)
    scaler.update()
