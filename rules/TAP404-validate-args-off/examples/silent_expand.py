"""expand() skips the checks of arguments that were checked before, as torch itself does."""

# torch: runs
import torch
from torch.distributions import Distribution, constraints


class Shifted(Distribution):
    arg_constraints = {"shift": constraints.real}

    def __init__(self, shift, validate_args=None):
        self.shift = shift
        super().__init__(shift.shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(Shifted, _instance)
        new.shift = self.shift.expand(batch_shape)
        super(Shifted, new).__init__(batch_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new


assert Shifted(torch.zeros(2)).expand((3, 2)).batch_shape == (3, 2)
