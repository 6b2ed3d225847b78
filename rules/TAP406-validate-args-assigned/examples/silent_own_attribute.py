"""An attribute of one's own with the same name."""

# torch: runs
import torch


class Settings:
    set_default_validate_args = True


Settings.set_default_validate_args = False
assert torch.ones(1).sum() == 1
