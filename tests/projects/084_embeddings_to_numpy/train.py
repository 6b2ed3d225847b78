import numpy as np
import torch

from center_loss import CenterNet
from collect import embed_all, silhouette, to_numpy

if __name__ == "__main__":
    torch.manual_seed(0)
    y = torch.randint(0, 3, (60,))
    x = torch.randn(60, 5) + 2 * torch.nn.functional.one_hot(y, 5)
    model = CenterNet(5, 2, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    losses, last = [], None
    for step in range(15):
        loss, last = model(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(np.mean(losses), to_numpy(last).shape, silhouette(embed_all(model, x), y.numpy()))
