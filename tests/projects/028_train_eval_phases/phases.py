from contextlib import contextmanager

import torch


@contextmanager
def evaluating(model):
    was = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield model
    finally:
        model.train(was)


def score(model, x, y):
    with evaluating(model):
        return (model(x).argmax(-1) == y).float().mean().item()
