import torch
from store import BaseStore
class Store(BaseStore):
    def reset(self):
        self.data.zero_()
        self.data.fill_(1)
