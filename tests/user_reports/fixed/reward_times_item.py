"""The log-probabilities stay tensors."""
# torch: runs
import torch
from torch import nn

generator = nn.Linear(4, 5)
reward = 1.0
rl_loss = 0.0
for _ in range(3):
    log_probs = torch.log_softmax(generator(torch.randn(1, 4)), dim=1)
    top = int(log_probs.argmax())
    rl_loss -= log_probs[0, top] * reward
    reward *= 0.97
rl_loss.backward()
