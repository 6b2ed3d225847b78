"""The target network under no_grad, with no .data anywhere."""

# torch: runs
import torch
import torch.nn as nn

actor, actor_target = nn.Linear(2, 2), nn.Linear(2, 2)
with torch.no_grad():
    for param, target_param in zip(actor.parameters(), actor_target.parameters()):
        target_param.copy_(0.01 * param + 0.99 * target_param)
