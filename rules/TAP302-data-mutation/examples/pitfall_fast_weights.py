"""A meta-learner's step through .data: the history of the gradient ends, and nothing is trained."""

# torch: no gradient
import copy

import torch
import torch.nn.functional as F

meta = torch.nn.Linear(2, 1)  # parameter
x, y = torch.ones(4, 2), torch.ones(4, 1)
learner = copy.deepcopy(meta)
loss = F.mse_loss(learner(x), y)
gradients = torch.autograd.grad(loss, list(learner.parameters()), create_graph=True)
for p, g in zip(learner.parameters(), gradients):
    p.data -= 0.1 * g  # expect: TAP302
loss = F.mse_loss(learner(x), y)
loss.backward()
