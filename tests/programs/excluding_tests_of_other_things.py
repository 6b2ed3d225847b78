"""Tests that may hold both exclude nothing."""

import torch


def of_two_names(x: torch.Tensor, first, second):
    y = x.requires_grad_().exp()
    if first == 1:
        y.sum().backward()
    if second == 2:
        y.mean().backward()  # expect: TAP501 possible


def within_the_first(x: torch.Tensor, first, second):
    y = x.requires_grad_().exp()
    if first:
        y.sum().backward()
    if second and first:
        y.mean().backward()  # expect: TAP501


def one_of_them_always(x: torch.Tensor, first):
    y = x.requires_grad_().exp()
    if first == 1:
        y.sum().backward()
    y.mean().backward()  # expect: TAP501


def the_same_test(x: torch.Tensor, first, second):
    y = x.requires_grad_().exp()
    if first and second:
        y.sum().backward()
    if second and first:
        y.mean().backward()  # expect: TAP501


def after_one_that_always_runs(x: torch.Tensor, first, second):
    y = x.requires_grad_().exp()
    y.max().backward()
    if first:
        y.sum().backward()  # expect: TAP501
    if second:
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
