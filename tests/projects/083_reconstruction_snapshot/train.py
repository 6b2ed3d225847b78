import torch
from torch import nn

from autoencoder import ConvAE
from snapshot import SnapshotWriter


def main(steps=10):
    model = ConvAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    snapshots = SnapshotWriter(every=5)
    for step in range(steps):
        images = torch.rand(8, 1, 12, 12)
        outputs = model(images)
        loss = nn.functional.mse_loss(outputs, images)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        snapshots.maybe_add(step, outputs)
    print(len(snapshots.frames), loss.item())


if __name__ == "__main__":
    main()
