import torch
from torch import nn

from seq2seq import Decoder, Encoder

VOCAB, DIM = 9, 16


def make_optimizer(*modules, lr):
    return torch.optim.Adam([p for m in modules for p in m.parameters()], lr=lr)


def main(steps=8):
    torch.manual_seed(0)
    encoder, decoder = Encoder(VOCAB, DIM), Decoder(VOCAB, DIM)
    optimizer = make_optimizer(encoder, decoder, lr=5e-3)
    for _ in range(steps):
        src = torch.randint(1, VOCAB, (16, 5))
        tgt = src.flip(1)
        memory, h = encoder(src)
        logits = decoder(memory, h, tgt)
        loss = nn.functional.cross_entropy(logits.view(-1, VOCAB), tgt.reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
