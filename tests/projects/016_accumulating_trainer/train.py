import torch
from torch.utils.data import DataLoader, TensorDataset

from model import TextCNN
from trainer import Trainer


def main():
    torch.manual_seed(0)
    x = torch.randint(1, 50, (72, 10))
    y = (x.float().mean(1) > 25).long()
    loader = DataLoader(TensorDataset(x, y), batch_size=8)
    trainer = Trainer(TextCNN())
    for _ in range(3):
        print(trainer.epoch(loader), trainer.evaluate(loader))


if __name__ == "__main__":
    main()
