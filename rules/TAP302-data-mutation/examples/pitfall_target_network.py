"""A target network updated in its usual spelling: one write and two reads through .data."""

# torch: runs
import torch.nn as nn

actor, actor_target = nn.Linear(2, 2), nn.Linear(2, 2)
for param, target_param in zip(actor.parameters(), actor_target.parameters()):
    target_param.data.copy_(  # expect: TAP302
        0.01 * param.data  # expect: TAP303
        + 0.99 * target_param.data  # expect: TAP303
    )
