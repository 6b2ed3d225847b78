"""An attribute is a parameter for one kind of data, and a dictionary of them for another."""

import torch
from explainers import Explainer
from torch.nn.parameter import Parameter


class MaskExplainer(Explainer):
    def start(self, features):
        if self.is_of_many_kinds:
            for kind, each in features.items():
                self.of_kind(kind, each.size(0))

    def of_kind(self, kind, size):
        if size is None:
            self.mask[kind] = None
        else:
            self.mask[kind] = Parameter(torch.randn(size, 1) * 0.1)

    def of_all(self, size):
        self.mask = Parameter(torch.randn(size, 1) * 0.1)
