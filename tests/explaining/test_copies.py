"""``explain`` names the constructor that copied numbers and lost their history."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Run

TEXT = """import torch

w = torch.randn(3, requires_grad=True)
advantage = w.sum().detach()
losses = [w.sum(), w.mean()]
loss = (torch.tensor(losses) * advantage).mean()
print(loss)
"""


def test_a_copy_of_tensors_ends_their_history(tmp_path: Path, tapelint: Run) -> None:
    (tmp_path / "train.py").write_text(TEXT)
    told = tapelint("explain", "train.py:7").stdout
    assert "history ends\n  loss: by tensor (line 6)\n  advantage: by detach (line 4)\n" in told
