"""tanh saves its result of this round, and the decay at the round's end changes it."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch

w = torch.tensor([0.5, 0.25], requires_grad=True)
state = torch.ones(2)
outputs = []
for _ in range(3):
    state = torch.tanh(state * w)
    outputs.append(state.sum())
    state *= 0.9  # expect: TAP202
sum(outputs).backward()
