import torch
import torch.nn.functional as F


def triplet(anchor, positive, negative, margin=0.5):
    return F.triplet_margin_loss(anchor, positive, negative, margin=margin)


def mean_of_triplets(net, triples):
    losses = []
    for a, p, n in triples:
        losses.append(triplet(net(a), net(p), net(n)).item())
    return torch.tensor(sum(losses) / len(losses), requires_grad=True)
