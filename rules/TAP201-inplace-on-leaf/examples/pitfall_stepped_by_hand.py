"""What has a `.grad` is a leaf: a step by hand changes it while autograd records."""

# torch: runs
import pytest
import torch


def train(weight, inputs, targets):
    for _ in range(10):
        loss = (inputs @ weight - targets).pow(2).mean()
        loss.backward()
        weight -= 0.1 * weight.grad  # expect: TAP201


if __name__ == "__main__":
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        vars()["train"](torch.ones(2, requires_grad=True), torch.ones(4, 2), torch.ones(4))
