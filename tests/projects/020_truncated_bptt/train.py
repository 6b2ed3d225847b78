import math

import torch
from torch import nn

from helpers import get_batch, repackage
from lm import LSTMLanguageModel


def run(bptt=8, bsz=5, vocab=12, epochs=2):
    torch.manual_seed(0)
    corpus = (torch.arange(60 * bsz) % vocab).view(bsz, -1).t().contiguous()
    model = LSTMLanguageModel(vocab, 16, 16, 1, tie=True)
    criterion = nn.CrossEntropyLoss()
    lr = 2.0
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    for epoch in range(epochs):
        total, state = 0.0, model.init_state(bsz)
        for n, i in enumerate(range(0, corpus.size(0) - 1, bptt)):
            data, targets = get_batch(corpus, i, bptt)
            model.zero_grad()
            state = repackage(state)
            output, state = model(data, state)
            loss = criterion(output.flatten(0, 1), targets.flatten())
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.25)
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch} ppl {math.exp(total / (n + 1)):.2f}")


if __name__ == "__main__":
    run()
