"""What comes from elsewhere: only the name of the method tells that it is a tensor."""

# torch: runs
import queue

import torch

weight = torch.tensor([2.0], requires_grad=True)
replay = queue.Queue()
replay.put(weight * 3.0)
target = replay.get()
target.detach()  # expect: TAP107 likely
loss = (weight - target) ** 2
assert target.requires_grad
