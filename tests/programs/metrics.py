import torch
import torch.nn as nn
def evaluate(model, loader):
    model.eval()
    net = nn.Linear(2, 2)
    losses = []
    for x, y in loader:
        losses.append(nn.functional.mse_loss(net(x), y))
    return torch.tensor(losses).mean()
def validate(loader):
    net = nn.Linear(2, 2)
    out = [net(x) for x in loader]
    return torch.tensor(out).mean().item()
def training_epoch_end(self, outputs):
    avg = torch.tensor([x["loss"] for x in outputs]).mean()
    self.log("loss", avg)
