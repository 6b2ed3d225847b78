from torch import nn


class TextCNN(nn.Module):
    def __init__(self, vocab=50, dim=12, classes=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim, padding_idx=0)
        self.convs = nn.ModuleList([nn.Conv1d(dim, 8, k) for k in (2, 3)])
        self.drop = nn.Dropout(0.3)
        self.fc = nn.Linear(16, classes)

    def forward(self, x):
        e = self.emb(x).transpose(1, 2)
        pooled = [c(e).relu().amax(-1) for c in self.convs]
        return self.fc(self.drop(self.cat(pooled)))

    @staticmethod
    def cat(parts):
        import torch

        return torch.cat(parts, dim=1)
