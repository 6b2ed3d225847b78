"""A switch of one's own with the same name."""

# torch: runs
import torch


class Settings:
    @staticmethod
    def set_default_validate_args(value):
        return value


Settings.set_default_validate_args(False)
print(torch.ones(1))
