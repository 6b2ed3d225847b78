import torch
def train(model, loader, opt):
    losses = []
    for x, y in loader:
        losses.append(torch.nn.functional.mse_loss(model(x), y))
    total = torch.tensor(losses).mean()  # expect: TAP101
    total.backward()
    opt.step()
