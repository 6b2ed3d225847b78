"""A list of states, stacked at the end, leaves every saved state alone."""

# torch: right gradient
import torch

steps = 4
w = torch.linspace(0.5, 1.5, steps).requires_grad_()  # parameter
states = [torch.tensor(1.0)]
for i in range(steps):
    states.append(torch.sin(states[i]) * w[i])
x = torch.stack(states)
loss = x[-1]
loss.backward()
