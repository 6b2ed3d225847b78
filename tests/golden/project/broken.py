import torch

def f(: torch.tensor
