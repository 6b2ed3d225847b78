from dataclasses import dataclass


@dataclass
class Config:
    x_dim: int = 10
    hidden: int = 24
    latent: int = 2
    beta: float = 0.2
    lr: float = 2e-3
    epochs: int = 3
