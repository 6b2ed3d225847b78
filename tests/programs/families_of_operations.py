# torch: a function raises where it is marked, and nowhere else
"""What holds of one operation holds of the others that do the same."""
import torch

w = torch.nn.Parameter(torch.ones(3, 4))


def parts_by_their_sizes():
    h = w + 1.0
    first, *_ = h.split_with_sizes([1, 2])
    loss = first.square().sum()
    h.add_(1.0)  # expect: TAP202
    loss.backward()


def parts_in_depth():
    h = (w + 1.0).unsqueeze(0)
    first, _ = torch.dsplit(h, 2)
    loss = first.square().sum()
    h.add_(1.0)  # expect: TAP202
    loss.backward()


def remainder_of_a_number_keeps_nothing():
    rest = (w + 1.0) % 2.0
    loss = rest.sum()
    loss.backward()
    loss.backward()


def remainder_of_a_tensor_keeps_it():
    rest = (w + 1.0) % (w + 0.5)
    loss = rest.sum()
    loss.backward()
    loss.backward()  # expect: TAP501


def remainder_of_a_number_by_a_tensor():
    rest = 2.0 % (w + 1.0)
    rest.add_(1.0)
    assert rest.requires_grad
