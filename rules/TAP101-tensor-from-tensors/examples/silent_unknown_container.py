"""Nothing tells what the container holds: labels read from a file, in a loss."""

# torch: right gradient
import io
import json

import torch
import torch.nn.functional as F

model = torch.nn.Linear(2, 1)  # parameter
rows = json.load(io.StringIO("[[1.0, 2.0], [3.0, 4.0]]"))
labels = json.load(io.StringIO("[0.5, 1.5]"))
loss = F.mse_loss(model(torch.tensor(rows)).squeeze(-1), torch.tensor(labels))
loss.backward()
