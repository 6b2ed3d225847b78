"""The penalties are averaged through torch.stack."""
# torch: right gradient
import torch
import torch.nn.functional as F
from torch import nn


class Predictor(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])

    def forward(self, frames):
        decouple_loss = []
        memory = frames[0]
        for frame in frames:
            for cell in self.cells:
                new = torch.tanh(cell(memory + frame))
                decouple_loss.append(F.cosine_similarity(new, memory, dim=-1).mean())
                memory = new
        decouple_loss = torch.mean(torch.stack(decouple_loss, dim=0))
        return (memory - frames[-1]).square().mean() + 0.05 * decouple_loss


model = Predictor()  # parameter
loss = model(torch.randn(3, 4, 3))
loss.backward()
