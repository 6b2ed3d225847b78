"""Tests that may hold both exclude nothing."""

import torch


def of_two_names(x: torch.Tensor, first, second):
    y = x.requires_grad_().exp()
    if first == 1:
        y.sum().backward()
    if second == 2:
        y.mean().backward()  # expect: TAP501


def of_values_that_overlap(x: torch.Tensor, kind):
    y = x.requires_grad_().exp()
    if kind in ("a", "b"):
        y.sum().backward()
    if kind in ("b", "c"):
        y.mean().backward()  # expect: TAP501


def of_bounds_that_overlap(x: torch.Tensor, epoch):
    y = x.requires_grad_().exp()
    if epoch < 5:
        y.sum().backward()
    if epoch > 3:
        y.mean().backward()  # expect: TAP501
