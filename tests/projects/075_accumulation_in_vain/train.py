import torch
from torch.utils.data import DataLoader, TensorDataset

from config import Config
from loop import train_epoch
from model import LogisticRegression


def main(cfg=Config):
    torch.manual_seed(0)
    x = torch.randn(64, cfg.n_features)
    y = (x.sum(1) > 0).float()
    loader = DataLoader(TensorDataset(x, y), batch_size=cfg.batch_size)
    model = LogisticRegression(cfg.n_features)
    optimizer = torch.optim.SGD(model.parameters(), lr=cfg.lr, momentum=0.9)
    for epoch in range(cfg.epochs):
        print(epoch, train_epoch(model, loader, optimizer, cfg.accumulation_steps))


if __name__ == "__main__":
    main()
