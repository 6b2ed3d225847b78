from typing import Callable, List

import torch
import torch.nn as nn
from torch import Tensor

net = nn.Linear(2, 1)


def case_annotation_floats():
    def f(net: nn.Linear, values: List[float], x: Tensor):
        loss = (net(x) * torch.tensor(values)).mean()
        loss.backward()


def case_annotation_floats_return():
    def f(values: List[float]) -> Tensor:
        return torch.tensor(values).mean()


def case_annotation_callable_float():
    def f(score: Callable[[Tensor], float], batch, out: Tensor):
        scores = [score(x) for x in batch]
        (out * torch.tensor(scores)).mean().backward()
