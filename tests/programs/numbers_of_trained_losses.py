"""What is computed of a loss that was backpropagated requires grad, whatever the network is."""

import numpy as np
import torch
import torch.nn.functional as F


def fit(network, batches, trivial):
    kept, kept_free = [], []
    total = 0
    for x, y in batches:
        loss = F.mse_loss(network(x), y)
        total = total + loss
        loss.backward()
        kept.append(torch.sqrt(loss) / trivial)
        with torch.no_grad():
            kept_free.append(torch.sqrt(loss) / trivial)
    print(np.array(kept).mean())  # expect: TAP105 likely
    print(np.array(kept_free).mean())
    print(np.log(total))  # expect: TAP105 likely
