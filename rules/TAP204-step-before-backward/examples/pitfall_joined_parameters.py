"""One optimiser over the parameters of two networks, joined as lists."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn as nn

body = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
policy_head, value_head = nn.Linear(2, 2), nn.Linear(2, 1)
value_optimizer = torch.optim.Adam(list(body.parameters()) + list(value_head.parameters()))
policy_optimizer = torch.optim.Adam(policy_head.parameters())

features = body(torch.randn(3, 2))
value_loss = (value_head(features) - 1.0).pow(2).mean()
policy_loss = -torch.log_softmax(policy_head(features), dim=-1)[:, 0].mean()
value_loss.backward(retain_graph=True)
value_optimizer.step()  # expect: TAP204
policy_loss.backward()
policy_optimizer.step()
