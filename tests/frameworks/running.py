"""Runs Lightning, Fabric and Ignite, and prints as JSON what they did. It is run by a test.

Nothing of tapelint is imported here: it is the other side of the comparison.
"""

from __future__ import annotations

import inspect
import json
import logging
import warnings
from collections.abc import Callable
from typing import Any

import lightning_fabric
import pytorch_lightning
import torch
from ignite.engine import Engine, create_supervised_trainer
from torch.utils.data import DataLoader

_QUIET = {
    "accelerator": "cpu",
    "logger": False,
    "enable_checkpointing": False,
    "enable_progress_bar": False,
    "enable_model_summary": False,
    "max_epochs": 1,
}


class Net(pytorch_lightning.LightningModule):
    """A network that does no more than it must."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(2, 1)
        self.other = torch.nn.Linear(2, 1)

    def loss(self, batch: Any) -> Any:
        return self.layer(batch).mean()

    training_step = validation_step = test_step = predict_step = lambda self, batch, index: (
        self.loss(batch)
    )

    def configure_optimizers(self) -> Any:
        return torch.optim.SGD(self.layer.parameters(), lr=0.1)


def _data() -> Any:
    return DataLoader(torch.ones(4, 2), batch_size=2)


def _fit(net: Any) -> str:
    """How fitting a network ends: the error's class, or nothing."""
    try:
        pytorch_lightning.Trainer(**_QUIET).fit(net, _data())
    except Exception as error:
        return type(error).__name__
    return ""


def modes() -> dict[str, list[bool]]:
    """For each method that Lightning calls, whether autograd records."""
    seen: dict[str, set[bool]] = {}

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def watch(self: Any, *args: Any, **kwargs: Any) -> Any:
            seen.setdefault(name, set()).add(torch.is_grad_enabled())
            return function(self, *args, **kwargs)

        watch.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
        return watch

    class Watched(Net):
        """Lightning looks at the class for what a user has overridden."""

    for name, function in inspect.getmembers(Net, inspect.isfunction):
        if name.startswith(("on_", "configure_optimizers")) or name.endswith("_step"):
            setattr(Watched, name, watched(name, function))
    net, data = Watched(), _data()
    trainer = pytorch_lightning.Trainer(num_sanity_val_steps=0, **_QUIET)
    trainer.fit(net, data, data)
    trainer.validate(net, data, verbose=False)
    trainer.test(net, data, verbose=False)
    trainer.predict(net, data)
    return {name: sorted(found) for name, found in seen.items()}


def steps() -> dict[str, str]:
    """How fitting ends with what ``training_step`` may return."""
    returned: dict[str, Callable[[Any], Any]] = {
        "tensor": lambda loss: loss,
        "dict": lambda loss: {"loss": loss},
        "nothing": lambda loss: None,
        "number": lambda loss: loss.item(),
        "cut": lambda loss: loss.detach(),
        "cut in a dict": lambda loss: {"loss": loss.detach()},
        "tuple": lambda loss: (loss, 1),
    }
    found = {}
    for name, give in returned.items():
        methods = {"training_step": lambda self, batch, index, give=give: give(self.loss(batch))}
        found[name] = _fit(type("Step", (Net,), methods)())
    return found


def manual() -> dict[str, Any]:
    """What ``optimizers()`` gives for what ``configure_optimizers`` returns."""
    found: dict[str, Any] = {}

    class ByHand(Net):
        """Steps by hand."""

        configured: Any

        def __init__(self) -> None:
            super().__init__()
            self.automatic_optimization = False
            self.made: list[Any] = []

        def training_step(self, batch: Any, index: int) -> Any:
            given = self.optimizers()
            several = given if isinstance(given, list) else [given]
            order = [self.made.index(each.optimizer) for each in several]
            found[self.configured.__name__] = [isinstance(given, list), order]
            return self.loss(batch).detach()

        def configure_optimizers(self) -> Any:
            own = [torch.optim.SGD(each.parameters(), 0.1) for each in (self.layer, self.other)]
            self.made = own
            return type(self).configured(own)

    def one(own: list[Any]) -> Any:
        return own[0]

    def a_list(own: list[Any]) -> Any:
        return own

    def a_tuple(own: list[Any]) -> Any:
        return tuple(own)

    def with_schedulers(own: list[Any]) -> Any:
        return own, []

    def a_dict(own: list[Any]) -> Any:
        return {"optimizer": own[0]}

    def dicts(own: list[Any]) -> Any:
        return [{"optimizer": each} for each in own]

    for configured in (one, a_list, a_tuple, with_schedulers, a_dict, dicts):
        ByHand.configured = staticmethod(configured)
        error = _fit(ByHand())
        if error:
            found[configured.__name__] = error
    return found


def fabric() -> dict[str, str]:
    """How Fabric's backward ends for a loss, and for one that was cut."""
    runner = lightning_fabric.Fabric(accelerator="cpu")
    net = runner.setup(torch.nn.Linear(2, 1))
    return _ends(lambda loss: runner.backward(loss), lambda: net(torch.ones(1, 2)).sum())


def _ends(run: Callable[[Any], object], make: Callable[[], Any]) -> dict[str, str]:
    found = {}
    for name, loss in (("loss", make()), ("cut", make().detach())):
        try:
            run(loss)
            found[name] = ""
        except Exception as error:
            found[name] = type(error).__name__
    return found


def ignite() -> dict[str, str]:
    """How Ignite runs end: with a function of one's own, and with a loss function."""
    logging.getLogger("ignite").setLevel(logging.CRITICAL)
    net = torch.nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    data = [(torch.ones(1, 2), torch.ones(1, 1))]

    def trained(cut: bool) -> Callable[[Any], object]:
        def loss_of(prediction: Any, target: Any) -> Any:
            loss = (prediction - target).sum()
            return loss.detach() if cut else loss

        return lambda _: create_supervised_trainer(net, optimizer, loss_of).run(data)

    own = _ends(lambda loss: Engine(lambda engine, batch: loss).run(data), lambda: net(data[0][0]))
    found = {f"own function, {name}": error for name, error in own.items()}
    for cut in (False, True):
        name = "cut" if cut else "loss"
        found[f"loss function, {name}"] = _ends(trained(cut), lambda: torch.ones(1))["loss"]
    return found


def main() -> None:
    """Print what was found."""
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    print(
        json.dumps(
            {
                "modes": modes(),
                "steps": steps(),
                "manual": manual(),
                "fabric": fabric(),
                "ignite": ignite(),
            }
        )
    )


if __name__ == "__main__":
    main()
