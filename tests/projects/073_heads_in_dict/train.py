import torch

from forecaster import QuantileForecaster
from pinball import pinball_loss

CONFIG = {"width": 16, "horizon": 3, "quantiles": [0.1, 0.5, 0.9], "epochs": 8, "lr": 1e-2}


def walks(n, length):
    return torch.randn(n, length).cumsum(1) * 0.1


def main():
    torch.manual_seed(0)
    model = QuantileForecaster(CONFIG)
    optimizer = torch.optim.Adam(model.parameters(), lr=CONFIG["lr"])
    for epoch in range(CONFIG["epochs"]):
        series = walks(32, 20 + CONFIG["horizon"])
        past, future = series[:, :20], series[:, 20:]
        loss = pinball_loss(model(past), future, CONFIG["quantiles"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())
    return model


if __name__ == "__main__":
    main()
