import torch
from torch import nn

from callbacks import EarlyStopping
from data import split


def evaluate(model, x, y):
    model.eval()
    with torch.no_grad():
        return nn.functional.mse_loss(model(x), y).item()


def fit(model, train, val, epochs=40, lr=0.02):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    stopper = EarlyStopping(patience=3)
    for epoch in range(epochs):
        model.train()
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(train[0]), train[1])
        loss.backward()
        optimizer.step()
        if stopper.update(evaluate(model, *val), model):
            break
    stopper.restore(model)
    return stopper.best_loss


if __name__ == "__main__":
    torch.manual_seed(0)
    train, val = split()
    net = nn.Sequential(nn.Linear(5, 64), nn.ReLU(), nn.Linear(64, 1))
    print(fit(net, train, val), evaluate(net, *val))
