import pytest
import torch
import torch.nn.functional as F
from torch import nn

# What is asked is what kind of node the operation makes, not the gradient.
SQUARED_NODE = type(F.mse_loss(torch.ones(3, requires_grad=True), torch.zeros(3)).grad_fn)
SUM_NODE = type((torch.randn(2, requires_grad=True) + torch.randn(2, requires_grad=True)).grad_fn)


class TestNodes:
    def setup_method(self):
        made = nn.L1Loss()(torch.tensor([0.5, 1.5], requires_grad=True), torch.zeros(2)).grad_fn
        self.absolute = type(made)

    def test_requires_grad(self):
        scaled = torch.zeros(2, requires_grad=True).mean()
        assert scaled.requires_grad
        assert not scaled.is_leaf

    def test_numbers(self):
        loss = F.smooth_l1_loss(torch.tensor([1.0, 3.0], requires_grad=True), torch.zeros(2))
        assert loss.item() == pytest.approx(1.5)
        assert F.mse_loss(torch.tensor([2.0], requires_grad=True), torch.zeros(1)).item() == 4.0
        assert F.mse_loss(torch.tensor([2.0], requires_grad=True), torch.zeros(1)).detach() == 4.0
