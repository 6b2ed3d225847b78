"""The call is there to find out whether it raises."""

# torch: runs
import torch


def is_contiguous(tensor):
    try:
        tensor.view(-1)
        return True
    except RuntimeError:
        return False


scores = torch.ones(2, 3).t()
try:
    scores.view(-1)
except RuntimeError:
    scores = scores.contiguous()
assert is_contiguous(scores)
