"""A user expects the sum of the iterations' losses; the code goes backward through each, and keeps the graph."""
# torch: runs
# report: https://github.com/Paper99/SRFBN_CVPR19/issues/4
# no pitfall: with retain_graph the gradients of the losses add up to the gradient of their sum
import torch
from torch import nn

feedback = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 2))
state, target = torch.randn(3, 2), torch.randn(3, 2)
guesses = []
for _ in range(4):
    state = feedback(state)
    guesses.append(state)
for guess in guesses:
    (guess - target).abs().mean().backward(retain_graph=True)
