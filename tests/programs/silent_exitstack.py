import torch
from contextlib import ExitStack
w = torch.zeros(3, requires_grad=True)
with ExitStack() as stack:
    stack.enter_context(torch.no_grad())
    w.add_(1)
