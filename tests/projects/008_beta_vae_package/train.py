import torch

from config import Config
from vae import BetaVAE


def train(cfg):
    torch.manual_seed(0)
    data = torch.randn(128, 2) @ torch.randn(2, cfg.x_dim)
    model = BetaVAE(cfg)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    history = []
    for _ in range(cfg.epochs):
        for batch in data[torch.randperm(len(data))].split(32):
            optimizer.zero_grad()
            loss = model.loss(batch)
            loss.backward()
            optimizer.step()
            history.append(loss.item())
    return model, torch.tensor(history)


if __name__ == "__main__":
    model, history = train(Config())
    print(history[-1], model.generate(2).shape, model.reconstruct(torch.randn(3, 10)).shape)
