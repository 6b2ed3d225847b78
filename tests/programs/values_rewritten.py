
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_rewritten_one_only():
    values = [net(x) for x in data]
    values[0] = 0.0
    torch.tensor(values).mean().backward()  # expect: TAP101


def case_rewritten_to_tensors():
    values = [0.0 for x in data]
    for i in range(len(values)):
        values[i] = net(data[i])
    torch.tensor(values).mean().backward()  # expect: TAP101
