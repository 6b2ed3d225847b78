import torch.nn.functional as F


def train_epoch(model, batches, optimizer):
    losses = []
    for x in batches:
        optimizer.zero_grad()
        loss = F.l1_loss(model(x), x)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)
