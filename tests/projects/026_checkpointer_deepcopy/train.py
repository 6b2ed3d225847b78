import torch
import torch.nn.functional as F

from checkpoint import BestKeeper
from model import create_model

CFG = {"in": 6, "hid": 20, "out": 2, "dropout": 0.2, "epochs": 8}


def epoch(model, x, y, opt=None):
    model.train(opt is not None)
    with torch.set_grad_enabled(opt is not None):
        logits = model(x)
        loss = F.cross_entropy(logits, y)
    if opt is not None:
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item(), (logits.argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(0)
    x = torch.randn(120, CFG["in"])
    y = (x[:, :2].prod(1) > 0).long()
    model = create_model(CFG)
    opt = torch.optim.Adam(model.parameters(), lr=0.05)
    keeper = BestKeeper()
    for _ in range(CFG["epochs"]):
        epoch(model, x[:80], y[:80], opt)
        _, acc = epoch(model, x[80:], y[80:])
        keeper(acc, model)
    keeper.load_best(model)
    print(epoch(model, x[80:], y[80:])[1] == keeper.best_score)


if __name__ == "__main__":
    main()
