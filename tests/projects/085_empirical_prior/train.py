import torch
import torch.nn.functional as F

from encoder import Encoder
from prior import empirical_prior


def main(epochs=10, weight=0.01):
    torch.manual_seed(0)
    reference = torch.randn(200, 3) * 2.0
    prior = empirical_prior(reference)
    encoder = Encoder(6, 3)
    optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-2)
    for epoch in range(epochs):
        x = torch.randn(64, 6)
        y = (x[:, 0] > 0).long()
        z, logits = encoder(x)
        loss = F.cross_entropy(logits, y) - weight * prior.log_prob(z).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
