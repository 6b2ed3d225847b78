
import numpy as np
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_np_filled():
    losses = np.zeros(4)
    for i, x in enumerate(data):
        losses[i] = net(x)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_np_filled_from_numpy():
    losses = np.zeros(4)
    for i, x in enumerate(data):
        losses[i] = net(x)
    torch.from_numpy(losses).mean().backward()  # expect: TAP104


def case_np_filled_object():
    losses = np.empty(4, dtype=object)
    for i, x in enumerate(data):
        losses[i] = net(x)
    torch.tensor(list(losses)).mean().backward()  # expect: TAP101


def case_np_filled_2d():
    losses = np.zeros((4, 2))
    for i, x in enumerate(data):
        losses[i, 0] = net(x)
    torch.tensor(losses).mean().backward()  # expect: TAP101


def case_np_filled_2d_row():
    losses = np.zeros((4, 2))
    for i, x in enumerate(data):
        for j in range(2):
            losses[i][j] = net(x)
    torch.tensor(losses).mean().backward()  # expect: TAP101
