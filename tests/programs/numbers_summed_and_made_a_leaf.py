import torch
import torch.nn.functional as F


def train(net, batches):
    loss = 0.0
    for x, y in batches:
        loss += F.mse_loss(net(x), y).item()
    loss = torch.tensor(loss, requires_grad=True)  # expect: TAP103
    loss.backward()
