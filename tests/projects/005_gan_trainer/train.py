import torch

from networks import Discriminator, Generator
from trainer import GANTrainer

CONFIG = {"z_dim": 4, "lr": 2e-4, "steps": 20, "batch": 16}


def ring(n):
    angle = torch.rand(n) * 6.28
    return torch.stack([angle.cos(), angle.sin()], dim=1)


def main():
    trainer = GANTrainer(Generator(CONFIG["z_dim"], 2), Discriminator(2), CONFIG)
    for i in range(CONFIG["steps"]):
        logs = trainer.step(ring(CONFIG["batch"]))
        if i % 10 == 0:
            print(i, logs)


if __name__ == "__main__":
    main()
