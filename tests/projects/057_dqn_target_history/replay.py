import random
from collections import deque, namedtuple

import torch

Transition = namedtuple("Transition", "state action reward next_state done")


class ReplayBuffer:
    def __init__(self, capacity):
        self.memory = deque(maxlen=capacity)

    def push(self, *args):
        self.memory.append(Transition(*args))

    def sample(self, n):
        batch = Transition(*zip(*random.sample(self.memory, n)))
        return (
            torch.stack(batch.state),
            torch.tensor(batch.action).unsqueeze(1),
            torch.tensor(batch.reward),
            torch.stack(batch.next_state),
            torch.tensor(batch.done, dtype=torch.float32),
        )

    def __len__(self):
        return len(self.memory)
