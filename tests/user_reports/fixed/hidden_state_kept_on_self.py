"""The state is cut off before each batch."""
# torch: runs
import torch
from torch import nn


class ScanClassifier(nn.Module):
    def __init__(self, regions, size):
        super().__init__()
        self.recurrent = nn.LSTM(regions, size, batch_first=True)
        self.score = nn.Linear(size, 1)
        self.state = (torch.zeros(1, 3, size), torch.zeros(1, 3, size))

    def forward(self, scans):
        self.state = tuple(part.detach() for part in self.state)
        over_time, self.state = self.recurrent(scans, self.state)
        return self.score(over_time.mean(dim=1)).squeeze(1)


classifier = ScanClassifier(regions=2, size=4)
optimizer = torch.optim.Adam(classifier.parameters())
loss_of = nn.BCEWithLogitsLoss()
for scans in torch.randn(3, 3, 5, 2):
    loss = loss_of(classifier(scans), torch.ones(3))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
