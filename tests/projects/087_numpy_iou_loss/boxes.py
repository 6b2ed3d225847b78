import numpy as np


def iou(a, b):
    left, right = np.maximum(a[:, :2], b[:, :2]), np.minimum(a[:, 2:], b[:, 2:])
    inter = np.prod(np.clip(right - left, 0, None), axis=1)
    area = lambda box: np.prod(np.clip(box[:, 2:] - box[:, :2], 0, None), axis=1)
    return inter / (area(a) + area(b) - inter + 1e-6)
