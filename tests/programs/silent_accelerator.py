import torch
from accelerate import Accelerator
accelerator = Accelerator()
net = torch.nn.Linear(2, 1)
def epoch(batches):
    losses = []
    for x in batches:
        loss = net(x).pow(2).mean()
        accelerator.backward(loss)
        losses.append(loss)
    return torch.tensor(losses).mean()
