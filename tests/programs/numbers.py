import torch
def run(model, loader):
    losses = []
    for b in loader:
        loss = model(b)
        losses.append(loss.item())
    mean_loss = torch.tensor(losses).mean()
    return mean_loss
losses = [0.1, 0.2]; loss = torch.tensor(losses)
