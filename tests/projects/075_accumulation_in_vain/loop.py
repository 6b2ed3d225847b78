import torch.nn.functional as F


def train_epoch(model, loader, optimizer, accumulation_steps):
    seen, total = 0, 0.0
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(model(x), y) / accumulation_steps
        loss.backward()
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
        total += loss.item() * accumulation_steps * len(y)
        seen += len(y)
    return total / seen
