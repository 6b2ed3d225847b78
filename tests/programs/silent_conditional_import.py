try:
    import torch
except ImportError:
    torch = None
if torch is None:
    class torch:
        @staticmethod
        def tensor(x, **k): return x
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from torch import Tensor
def f(x: "Tensor") -> "Tensor":
    return torch.tensor([x, x])
