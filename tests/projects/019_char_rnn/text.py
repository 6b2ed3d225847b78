import torch

TEXT = "the quick brown fox jumps over the lazy dog. " * 12
VOCAB = sorted(set(TEXT))
INDEX = {c: i for i, c in enumerate(VOCAB)}


def chunks(batch_size, seq_len):
    ids = torch.tensor([INDEX[c] for c in TEXT])
    n = (len(ids) - 1) // batch_size
    x = ids[: n * batch_size].view(batch_size, n)
    y = ids[1 : n * batch_size + 1].view(batch_size, n)
    for i in range(0, n - seq_len, seq_len):
        yield x[:, i : i + seq_len], y[:, i : i + seq_len]
