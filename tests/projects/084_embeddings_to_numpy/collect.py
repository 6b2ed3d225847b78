import numpy as np
import torch


def to_numpy(x):
    if isinstance(x, torch.Tensor):
        x = x.detach().cpu().numpy()
    return np.asarray(x)


@torch.no_grad()
def embed_all(model, data, size=16):
    model.eval()
    parts = [model.embed(x).numpy() for x in data.split(size)]
    model.train()
    return np.concatenate(parts)


def silhouette(points, labels):
    centers = np.stack([points[labels == k].mean(axis=0) for k in np.unique(labels)])
    own = np.linalg.norm(points - centers[labels], axis=1)
    return float(np.mean(own))
