"""A user expects the sum of the iterations' losses; the code goes backward through each, and keeps the graph."""
# torch: runs
# report: https://github.com/Paper99/SRFBN_CVPR19/issues/4
# no pitfall: with retain_graph the gradients of the losses add up to the gradient of their sum
import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 2))
x, target = torch.randn(3, 2), torch.randn(3, 2)
outputs = []
hidden = x
for _ in range(4):
    hidden = net(hidden)
    outputs.append(hidden)
for output in outputs:
    loss = (output - target).abs().mean() / len(outputs)
    loss.backward(retain_graph=True)
