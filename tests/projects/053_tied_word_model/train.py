import torch
import torch.nn.functional as F

from data import counting
from decoder import TiedDecoder


def run(words=10, dim=16, steps=5):
    model = TiedDecoder(words, dim)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(20):
        start, target = counting(32, steps, words)
        scores = model(start, steps)
        loss = F.cross_entropy(scores.flatten(0, 1), target.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    print(run())
