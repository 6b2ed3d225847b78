import torch

from readout import SequenceRegressor


def narma(steps, batch):
    u = torch.rand(steps, batch, 1) * 0.5
    return u, u.squeeze(-1).cumsum(0) / torch.arange(1, steps + 1)[:, None]


if __name__ == "__main__":
    model = SequenceRegressor(1, 16)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(10):
        u, target = narma(20, 8)
        loss = torch.nn.functional.mse_loss(model(u), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())
