import torch

from objective import Meter, Objective
from sparse_ae import SparseAutoEncoder


def main():
    torch.manual_seed(0)
    atoms = torch.randn(10, 6)
    model = SparseAutoEncoder(6, 10)
    objective = Objective(recon=1.0, sparse=0.05, norm=0.01)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        meter = Meter()
        for _ in range(5):
            x = (torch.rand(32, 10) < 0.2).float() @ atoms
            recon, code = model(x)
            loss = objective(
                recon=(recon - x).pow(2).mean(),
                sparse=code.abs().mean(),
                norm=(model.dec.weight.norm(dim=0) - 1).pow(2).mean(),
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            meter.add(objective.last)
        print(epoch, meter)


if __name__ == "__main__":
    main()
