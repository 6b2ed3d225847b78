import torch

from embedding import EmbeddingNet
from objectives import mean_of_triplets


def sample_triples(n, size=8):
    centers = torch.eye(6)
    for _ in range(n):
        i, j = torch.randperm(6)[:2].tolist()
        noise = 0.1 * torch.randn(3, size, 6)
        yield centers[i] + noise[0], centers[i] + noise[1], centers[j] + noise[2]


def main(steps=10):
    torch.manual_seed(0)
    net = EmbeddingNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        optimizer.zero_grad()
        loss = mean_of_triplets(net, sample_triples(4))
        loss.backward()
        optimizer.step()
        if step % 5 == 0:
            print(step, loss.item())
    return net


if __name__ == "__main__":
    main()
