import math

import torch

from model import Forecaster


def series(n=300):
    t = torch.arange(n, dtype=torch.float32)
    return 0.5 + 0.45 * torch.sin(2 * math.pi * t / 24) + 0.02 * torch.randn(n)


def windows(values, lags, horizon):
    w = values.unfold(0, lags + horizon, 1)
    return w[:, :lags], w[:, lags:]


def main(lags=24, horizon=4):
    x, y = windows(series(), lags, horizon)
    model = Forecaster(lags, horizon)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(10):
        for idx in torch.randperm(len(x)).split(64):
            error = (model(x[idx]) - y[idx]).square().mean()
            optimizer.zero_grad()
            error.backward()
            optimizer.step()
    print(error.item())


if __name__ == "__main__":
    main()
