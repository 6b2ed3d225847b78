"""One tensor among plain numbers is enough to lose a history: here a rotation matrix."""

# torch: no gradient
import torch

angle = torch.tensor(0.4, requires_grad=True)  # parameter
cosine, sine = torch.cos(angle), torch.sin(angle)
rotation = torch.tensor(  # expect: TAP101
    [
        [cosine, -sine, 0.0],
        [sine, cosine, 0.0],
        [0.0, 0.0, 1.0],
    ]
)
loss = (rotation @ torch.tensor([1.0, 2.0, 3.0])).prod()
