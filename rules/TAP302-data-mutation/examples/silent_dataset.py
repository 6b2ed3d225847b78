"""The data of a dataset is an array or a list, not a tensor's raw memory."""

# torch: runs
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __init__(self, count):
        self.data = np.zeros((count, 2))
        self.data[0] = 1.0
        self.data += 0.5

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.data[index]


points = Points(4)
points.data = points.data[1:]
points.data[0] = 3.0
assert len(list(DataLoader(points, batch_size=3))) == 1
