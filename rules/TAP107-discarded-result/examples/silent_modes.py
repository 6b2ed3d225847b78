"""What switches by being called, and modes that somebody takes."""

# torch: runs
from contextlib import ExitStack

import torch

weight = torch.ones(2, requires_grad=True)
mode = torch.no_grad()
with mode:
    assert not (weight * 2).requires_grad
with ExitStack() as stack:
    stack.enter_context(torch.no_grad())
    assert not (weight * 2).requires_grad
torch.set_grad_enabled(False)
assert not (weight * 2).requires_grad
torch.set_grad_enabled(True)
