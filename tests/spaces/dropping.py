"""Ways to drop numbers in a network: torch tells whether evaluation switches that off."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

from .making import HEAD, PLACES

WAYS = {
    "function": "x = F.dropout(x, 0.5)  # here",
    "function by its names": "x = F.dropout(input=x, p=0.5)  # here",
    "function of its default": "x = F.dropout(x)  # here",
    "function on channels": "x = F.dropout1d(x.unsqueeze(0), 0.5).squeeze(0)  # here",
    "told to train": "x = F.dropout(x, 0.5, training=True)",
    "module at once": "x = nn.Dropout(0.5)(x)  # here",
    "module with a name": "drop = nn.Dropout(0.5)\nx = drop(x)  # here",
    # off in evaluation
    "told": "x = F.dropout(x, 0.5, training=torch.is_grad_enabled())",
    "told off": "x = F.dropout(x, 0.5, training=False)",
    "told by its place": "x = F.dropout(x, 0.5, False)",
    "off by default": "x = F.alpha_dropout(x, 0.5)",
    "no chance": "x = F.dropout(x, 0.0)",
    "module that is switched": "x = nn.Dropout(0.5).eval()(x)",
    "module that is told": "x = nn.Dropout(0.5).train(torch.is_grad_enabled())(x)",
}
OF_SELF = {
    "told by itself": "x = F.dropout(x, 0.5, training=self.training)",
    "asked itself": "if self.training:\n    x = F.dropout(x, 0.5)",
    "asked in the expression": "x = F.dropout(x, 0.5) if self.training else x",
    "asked the other way": "x = x if not self.training else F.dropout(x, 0.5)",
    "chance by itself": "x = F.dropout(x, 0.5 if self.training else 0.0)",
    "module of its own": "self.drop = nn.Dropout(0.5)\nx = self.drop.train(self.training)(x)",
}
"""What a method tells by its object."""


def programs(way: str) -> Iterator[tuple[str, str, int]]:
    """The way in each place: its name, the program, and the line that drops, or 0."""
    statements = {**WAYS, **OF_SELF}[way]
    for place, frame in PLACES.items():
        if "%" in frame and "self." in statements:
            continue
        text = HEAD + frame
        for mark, deep in (("$$", 3), ("$", 2), ("%", 1)):
            text = text.replace(mark, indent(statements, deep * "    ") + "\n")
        text = text.replace("self.made(run(x))", "run(x)")
        marked = text.find("# here")
        yield f"{way}, {place}", text, text[:marked].count("\n") + 1 if marked >= 0 else 0


FUNCTIONS = {
    "a chance of the caller": "def drop(x, p):\n    return F.dropout(x, p)\n",
    "a flag of the caller": "def drop(x, p):\n    return F.dropout(x, 0.5) if p else x\n",
    "meant by its name": "def corrupt(x, p):\n    return F.dropout(x, 0.5)\n",
    "nobody calls it": "def unused(x, p):\n    return F.dropout(x, 0.5)\n",
}
"""Functions that leave it to others whether they drop numbers, or are not called by a network."""


def left_to_others() -> Iterator[tuple[str, str]]:
    for name, function in FUNCTIONS.items():
        called = function.partition("(")[0].removeprefix("def ")
        called = "nn.functional.relu_" if called == "unused" else called
        given = "x" if "relu" in called else "x, 0.5 if self.training else 0.0"
        network = (
            f"class Net(nn.Module):\n    def forward(self, x):\n        return {called}({given})"
        )
        yield name, f"{HEAD}{function}\n\n{network}\n"
