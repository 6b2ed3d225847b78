import collections
from typing import Callable, Dict, List, Optional, Sequence, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_string_annotation():
    def f(values: "list[torch.Tensor]"):
        loss = torch.tensor(values).mean()  # expect: TAP101
        loss.backward()


def case_annotation_list():
    def f(values: List[Tensor]):
        loss = torch.tensor(values).mean()  # expect: TAP101
        loss.backward()


def case_annotation_list2():
    def f(values: list[torch.Tensor]):
        loss = torch.tensor(values).mean()  # expect: TAP101
        loss.backward()


def case_annotation_sequence():
    def f(values: Sequence[Tensor]):
        loss = torch.tensor(values).mean()  # expect: TAP101
        loss.backward()


def case_annotation_tuple():
    def f(values: tuple[Tensor, ...]):
        loss = torch.tensor(values).mean()  # expect: TAP101
        loss.backward()


def case_annotation_tuple_of():
    def f(pair: Tuple[Tensor, float]):
        a, b = pair
        w = torch.tensor(b)
        loss = torch.tensor([a]).mean()  # expect: TAP101
        loss.backward()


def case_annotation_tuple_float_first():
    def f(pair: Tuple[float, Tensor]):
        a, b = pair
        loss = torch.tensor([b]).mean()  # expect: TAP101
        loss.backward()


def case_annotation_optional():
    def f(values: Optional[List[Tensor]] = None):
        if values is None:
            values = [net(x) for x in data]
        loss = torch.tensor(values).mean()  # expect: TAP101
        loss.backward()


def case_annotation_union_none():
    def f(values: "list[Tensor] | None" = None):
        loss = torch.tensor(values).mean()  # expect: TAP101
        loss.backward()


def case_annotation_dict():
    def f(losses: Dict[str, Tensor]):
        loss = torch.tensor(list(losses.values())).mean()  # expect: TAP101
        loss.backward()


def case_annotation_mapping():
    from collections.abc import Mapping, Iterable
    def f(losses: Mapping[str, torch.Tensor]):
        loss = torch.tensor([losses[k] for k in losses]).mean()  # expect: TAP101
        loss.backward()


def case_annotation_iterable():
    from collections.abc import Iterable
    def f(losses: Iterable[torch.Tensor]):
        loss = torch.tensor([l for l in losses]).mean()  # expect: TAP101
        loss.backward()


def case_annotation_local():
    def f(batch):
        losses: List[Tensor] = []
        for x in batch:
            losses.append(batch[x])
        torch.tensor(losses).mean().backward()  # expect: TAP101 likely


def case_annotation_return_other():
    from engine import outer
    @outer
    def score(x) -> Tensor:
        return outer(x)
    def f(batch):
        losses = [score(x) for x in batch]
        torch.tensor(losses).mean().backward()  # expect: TAP101


def case_annotation_callable():
    def f(score: Callable[[Tensor], Tensor], batch):
        losses = [score(x) for x in batch]
        torch.tensor(losses).mean().backward()  # expect: TAP101 likely


def case_annotation_alias():
    Losses = List[Tensor]
    def f(losses: Losses):
        torch.tensor(losses).mean().backward()  # expect: TAP101 likely


def case_annotation_module():
    def f(model: nn.Module, batch):
        losses = [F.mse_loss(model(x), x) for x in batch]
        torch.tensor(losses).mean().backward()  # expect: TAP101
