import torch
from torch import nn

from attention import SelfAttention
from masking import padding_mask


class Classifier(nn.Module):
    def __init__(self, vocab, dim, classes):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.attention = SelfAttention(dim)
        self.out = nn.Linear(dim, classes)

    def forward(self, tokens, lengths):
        mask = padding_mask(lengths, tokens.size(1))
        return self.out(self.attention(self.embed(tokens), mask).mean(1))


def main():
    model = Classifier(30, 16, 2)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(5):
        tokens = torch.randint(0, 30, (8, 10))
        lengths = torch.randint(3, 11, (8,))
        labels = (lengths > 6).long()
        loss = nn.functional.cross_entropy(model(tokens, lengths), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
