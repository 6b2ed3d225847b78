import torch
def f(model, x, y, crit):
    loss = crit(model(x), y)
    reg = torch.tensor(0.)
    for p in model.parameters():
        reg += p.norm()
    loss = loss + 0.01 * reg
    loss.backward()
