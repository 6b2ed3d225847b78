import torch
import torch.nn.functional as F


def train_one_epoch(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


@torch.no_grad()
def validate(model, loader):
    model.eval()
    correct = count = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()
        count += len(y)
    return correct / count
