import torch


def sensor_stream(steps, batch, n_in):
    level = torch.zeros(batch)
    for _ in range(steps):
        x = torch.randn(batch, n_in)
        level = 0.8 * level + x[:, 0]
        yield x, level
