"""Scenes: several statements that belong together, as published code has them.

Each scene is written with random parts and in a random order, so that it is a pitfall sometimes.
A scene writes into the program where it stands, at the outermost level.
"""

from __future__ import annotations

from collections.abc import Sequence

from .writer import RANKED, Tensor, Writer


def helper_function(write: Writer) -> None:
    """A function that computes, changes its argument or both, and calls of it.

    A linter may take what a function returns for what will be differentiated. So it is.
    """
    name = write.name("helper")
    argument = Tensor("t", write.one_of(RANKED), has_history=True)
    decorator = write.weighted([(6, ""), (1, "@torch.no_grad()"), (1, "@torch.enable_grad()")])
    changes = write.weighted([(2, "nothing"), (3, "argument"), (3, "result"), (1, "data")])
    with write.definition([argument]):
        if decorator:
            write.line(decorator)
        with write.block(f"def {name}(t):"):
            if changes == "argument":
                write.change(argument)
            if changes == "data":
                write.change(argument, through=".data")
            result = write.result(argument.shape)
            if changes == "result":
                write.change(result)
            write.line(f"return {result.text}")
    for _ in range(write.between(1, 2)):
        given = write.of_shape(argument.shape)
        if given.is_leaf and changes == "argument":
            given = write.result(argument.shape)
        value = write.name("h")
        write.line(f"{value} = {name}({given.text})")
        history = given.has_history and write.records and "no_grad" not in decorator
        write.must_use.append(write.keep(Tensor(value, argument.shape, history)))


def object_with_state(write: Writer) -> None:
    """A class whose methods keep a tensor on ``self``, compute with it and change it."""
    name = write.name("Memory")
    shape = write.one_of(RANKED)
    state = Tensor("self.state", shape, has_history=True)
    with write.definition([state]), write.block(f"class {name}:"):
        with write.block("def __init__(self, state):"):
            write.line("self.state = state")
        write.line("")
        with write.branch("def read(self):"):
            text, _ = write.expression(shape)
            write.line(f"return {text}")
        write.line("")
        with write.branch("def change(self):"):
            write.change(state)
        write.line("")
        with write.branch("def renew(self):"):
            text, _ = write.expression(shape)
            write.line(f"self.state = {text}")
    held = write.name("memory")
    start = write.result(shape)
    write.line(f"{held} = {name}({start.text})")
    for _ in range(write.between(1, 4)):
        act = write.one_of(("read", "renew", "read", "change"))
        if act == "read":
            value = write.name("h")
            write.line(f"{value} = {held}.read()")
            write.must_use.append(write.keep(Tensor(value, shape, start.has_history)))
        else:
            write.line(f"{held}.{act}()")
    write.keep(Tensor(f"{held}.state", shape, start.has_history))


def own_module(write: Writer) -> None:
    """An ``nn.Module`` of the program's own; its result goes into the last backward.

    A layer must be safe to put after another layer. So it is called with a tensor that has
    history, and differentiated.
    """
    name = write.name("Block")
    layer = write.one_of(("nn.Linear(3, 3)", "nn.LayerNorm(3)", "nn.Linear(3, 3, bias=False)"))
    activation = write.one_of(
        (
            "nn.Tanh()",
            "nn.ReLU()",
            "nn.ReLU(inplace=True)",
            "nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())",
            "nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True))",
            "nn.Sequential(nn.Sigmoid(), nn.ReLU(inplace=True))",
            "nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))",
        )
    )
    forward = write.weighted([(3, "plain"), (2, "skip"), (2, "change"), (2, "scale")])
    x = Tensor("x", "vector", has_history=True)
    with write.definition([x]), write.block(f"class {name}(nn.Module):"):
        with write.block("def __init__(self):"):
            write.line("super().__init__()")
            write.line(f"self.layer = {layer}")
            write.line(f"self.activation = {activation}")
            write.line("self.scale = nn.Parameter(torch.tensor([0.9, 0.4, 1.2]))")
        write.line("")
        with write.block("def forward(self, x):"):
            first, second = write.one_of((("layer", "activation"), ("activation", "layer")))
            write.line(f"h = self.{first}({x.text})")
            write.line(f"out = self.{second}(h)")
            tensors = [x, Tensor("h", "vector", True), Tensor("out", "vector", True)]
            write.tensors = tensors
            if forward == "skip":
                write.line(write.one_of(("out = out + x", "out += x", "out = h + out", "out += h")))
            if forward == "scale":
                write.line(write.one_of(("out = out * self.scale", "out *= self.scale")))
            if forward == "change":
                write.change(write.one_of(tensors[::-1]))
            write.line("return out")
    network, value = write.name("block"), write.name("h")
    write.line(f"{network} = {name}()")
    given = next((each for each in write.results() if each.shape == "vector"), None)
    if given is None or write.chance(2):
        given = Tensor(write.name("h"), "vector", True)
        write.line(f"{given.text} = {write.leaf('vector').text} * 2.0")
    write.line(f"{value} = {network}({given.text})")
    write.must_use.append(write.keep(Tensor(value, "vector", True)))


def embedding(write: Writer) -> None:
    """An embedding that renormalises its weight when it is called, and a use of its weight."""
    other = write.of_shape("matrix")
    limit = write.weighted([(4, ", max_norm=1.0"), (1, "")])
    index = write.one_of(("torch.tensor([0, 2])", "torch.tensor([1])"))
    functional = write.chance(3)
    name = write.name("embedding")
    if functional:
        weight = write.leaf("matrix").text
        call = f"F.embedding({index}, {weight}{limit})"
    else:
        write.line(f"{name} = nn.Embedding(3, 3{limit})")
        weight, call = f"{name}.weight", f"{name}({index})"
    clone = write.weighted([(3, ""), (1, ".clone()")])
    use = write.one_of(
        (
            f"{weight}{clone} @ {other.text}",
            f"{weight}{clone}.T @ {other.text}",
            f"{weight}{clone} ** 2",
            f"torch.sin({weight}{clone})",
            f"{weight}{clone} + {other.text}",
        )
    )
    looked_up = write.one_of((call, f"{call} @ {other.text}", f"torch.tanh({call})"))
    steps = [(write.name("h"), use), (write.name("h"), f"({looked_up}).sum()")]
    for value, text in steps if write.weighted([(3, True), (1, False)]) else steps[::-1]:
        write.line(f"{value} = {text}")
    write.keep(Tensor(steps[0][0], "matrix", True))
    write.keep(Tensor(steps[1][0], "scalar", True))


def two_networks(write: Writer) -> None:
    """Two networks, two optimisers, and forwards, backwards and steps in some order."""
    networks = [_network(write), _network(write)]
    optimisers = [_optimiser(write, f"{each}.parameters()") for each in networks]
    batch = write.of_shape(write.one_of(RANKED))
    step = write.one_of(("plain", "function", "method"))
    helper = _stepping_helper(write, step, optimisers)
    between = write.one_of(("", "", ".detach()"))
    fake = write.name("fake")
    losses = [write.name("loss"), write.name("loss")]
    forwards = [
        [f"{fake} = {networks[0]}({batch.text})", f"{losses[0]} = {fake}.pow(2).mean()"],
        [f"{losses[1]} = {networks[1]}({fake}{between}).mean()"],
    ]
    if write.chance(2):
        forwards[0][1] = f"{losses[0]} = {networks[1]}({fake}).mean()"
    first = write.one_of((0, 1))
    second = 1 - first
    retain = write.one_of(("", "retain_graph=True")) if not between else ""
    backwards = [
        [helper[first].format(loss=losses[first], retain=retain)],
        [helper[second].format(loss=losses[second], retain="")],
    ]
    late = first == 0 and write.chance(3)
    order = [*forwards[0], *([] if late else forwards[1]), *backwards[0]]
    order += [*(forwards[1] if late else []), *backwards[1]]
    for statement in order:
        for each in statement.split("\n"):
            write.line(each)


def training_loop(write: Writer) -> None:
    """A network trained for two rounds, with a hidden state or a target from outside the loop."""
    network = _network(write)
    optimiser = _optimiser(write, f"{network}.parameters()")
    batch = write.leaf("vector", requires_grad=False)
    outside = write.weighted([(3, "nothing"), (1, "features"), (2, "state")])
    cut = write.one_of(("", ".detach()"))
    if outside == "features":
        write.line(f"features = {network}({batch.text}){cut}")
    if outside == "state":
        write.line("state = torch.zeros(3, dtype=torch.float64)")
    with write.block("for _ in range(2):"):
        write.line(f"{optimiser}.zero_grad()")
        if outside == "state":
            write.line(f"state = torch.tanh({network}({batch.text} + state{cut}))")
            write.line("loss = state.pow(2).sum()")
        elif outside == "features":
            write.line(f"loss = ({network}({batch.text}) * features).sum()")
        else:
            write.line(f"loss = {network}({batch.text}).pow(2).mean()")
        write.line("loss.backward()")
        if write.weighted([(3, True), (1, False)]):
            write.line(f"{optimiser}.step()")


def step_of_leaves(write: Writer) -> None:
    """An optimiser of plain leaves that steps somewhere between a forward and its backward."""
    leaf = write.leaf()
    optimiser = _optimiser(write, f"[{leaf.text}]")
    early, late = write.name("loss"), write.name("loss")
    forms = (
        "{w}.sum()",
        "({w} * 2.0).sum()",
        "({w} * {w}).sum()",
        "torch.exp({w}).mean()",
        "torch.sigmoid({w}).sum()",
        "{w}.mean()",
    )
    write.line(f"{early} = {write.one_of(forms).format(w=leaf.text)}")
    statement = f"{late} = {write.one_of(forms).format(w=leaf.text)}"
    goes_before = write.chance(2)
    if goes_before:
        write.line(statement)
    write.line(f"{early}.backward()")
    write.line(f"{optimiser}.step()")
    if not goes_before:
        write.line(statement)
    write.must_use.append(write.keep(Tensor(late, "scalar", True)))


def recurrence(write: Writer) -> None:
    """A sequence computed step by step, in one tensor or in a list."""
    weight = write.of_shape("vector")
    function = write.one_of(("torch.sin({})", "torch.tanh({})", "{} * 0.5", "{} + 1.0", "{} ** 2"))
    join = write.one_of(("{} * {}", "{} + {}"))
    form = write.one_of(("list", "tensor", "fill"))
    name = write.name("states")
    previous = function.format(f"{name}[i]")
    if form == "list":
        write.line(f"{name} = [{weight.text}[0] * 1.0]")
        with write.block("for i in range(2):"):
            write.line(f"{name}.append({join.format(previous, f'{weight.text}[i]')})")
        value = write.name("h")
        write.line(f"{value} = torch.stack({name})")
        write.keep(Tensor(value, "vector", weight.has_history and write.records))
        return
    write.line(f"{name} = torch.full((3,), 0.4, dtype=torch.float64)")
    with write.block("for i in range(2):"):
        if form == "fill":
            previous = function.format(f"{weight.text}[i]")
        write.line(f"{name}[i + 1] = {join.format(previous, f'{weight.text}[i]')}")
    write.keep(Tensor(name, "vector", weight.has_history and write.records))


def carried_state(write: Writer) -> None:
    """A loop that computes a state from itself, with a change or a backward in its body."""
    leaf = write.leaf("vector")
    name = write.name("state")
    write.line(f"{name} = torch.ones(3, dtype=torch.float64)")
    state = write.keep(Tensor(name, "vector", has_history=True))
    body = write.weighted([(3, "plain"), (3, "change"), (2, "backward")])
    cut = write.one_of(("", ".detach()")) if body == "backward" else ""
    form = write.one_of(
        ("{w} * {s}", "torch.tanh({w} * {s})", "{s} + {w}", "torch.sigmoid({s}) * {w}")
    )
    with write.block(f"for _ in range({write.between(2, 3)}):"):
        write.line(f"{name} = {form.format(w=leaf.text, s=name + cut)}")
        if body == "change":
            write.change(state)
        if body == "backward":
            write.line(f"{name}.sum().backward()")
    if body == "backward":
        write.tensors.remove(state)


def containers(write: Writer) -> None:
    """Tensors in a list, a tuple or a dictionary, read, changed and looped over."""
    parts = [write.result("vector"), write.result("vector")]
    history = [each.has_history for each in parts]
    kind = write.one_of(("list", "tuple", "dict", "loop"))
    name = write.name("parts")
    texts = [each.text for each in parts]
    if kind == "dict":
        write.line(f'{name} = {{"a": {texts[0]}, "b": {texts[1]}}}')
        held = [f'{name}["a"]', f'{name}["b"]']
    else:
        opening, closing = ("(", ")") if kind == "tuple" else ("[", "]")
        write.line(f"{name} = {opening}{', '.join(texts)}{closing}")
        held = [f"{name}[0]", f"{name}[1]"]
    for text, has_history in zip(held, history, strict=True):
        write.keep(Tensor(text, "vector", has_history))
    if kind == "loop":
        value = write.name("total")
        write.line(f"{value} = torch.zeros(3, dtype=torch.float64)")
        with write.block(f"for part in {name}:"):
            part = Tensor("part", "vector", any(history))
            if write.chance(3):
                write.change(part)
            write.line(
                write.one_of((f"{value} = {value} + part * part", f"{value} += torch.tanh(part)"))
            )
        write.keep(Tensor(value, "vector", any(history) and write.records))


def second_backward(write: Writer) -> None:
    """Two losses over a part that they share."""
    shared = write.result(write.one_of(RANKED))
    if not shared.has_history:
        write.line(f"{shared.text} = {write.leaf(shared.shape).text} * {shared.text}")
    cut = write.weighted([(4, ""), (1, ".detach()")])
    retain = write.weighted([(2, ""), (2, "retain_graph=True")])
    write.line(f"({shared.text} * 2.0).sum().backward({retain})")
    end = write.one_of((".sum()", ".pow(2).sum()", ".mean()"))
    factor = write.leaf(shared.shape) if cut or write.chance(3) else None
    times = f" * {factor.text}" if factor else ""
    write.line(f"({shared.text}{cut}{times}){end}.backward()")
    write.forget_results()


def gradients_of_gradients(write: Writer) -> None:
    """``autograd.grad``, with or without a graph of its own."""
    leaf = write.leaf()
    loss, gradient = write.name("loss"), write.name("gradient")
    form = write.one_of(
        ("({w} ** 2).sum()", "torch.exp({w}).sum()", "(torch.sin({w}) * {w}).mean()")
    )
    write.line(f"{loss} = {form.format(w=leaf.text)}")
    create = write.one_of((", create_graph=True", "", ", retain_graph=True"))
    write.line(f"{gradient} = torch.autograd.grad({loss}, {leaf.text}{create})[0]")
    tensor = write.keep(Tensor(gradient, leaf.shape, "create" in create))
    if write.chance(4):
        write.change(tensor)
    if "retain" in create or "create" in create or write.chance(4):
        write.keep(Tensor(loss, "scalar", True))
    if "create" in create:
        write.must_use.append(tensor)


def step_by_hand(write: Writer) -> None:
    """A gradient step without an optimiser, before or after the forward is used up."""
    leaf = write.leaf()
    loss = write.name("loss")
    write.line(f"{loss} = ({leaf.text} * {leaf.text}).sum()")
    again = write.weighted([(2, ""), (1, f"({leaf.text} ** 2).mean()")])
    if again:
        write.line(f"{loss}b = {again}")
    write.line(f"{loss}.backward()")
    form = write.weighted([(5, "no_grad"), (2, "data"), (1, "bare"), (2, "detach")])
    if form == "no_grad":
        with write.block("with torch.no_grad():"):
            write.line(f"{leaf.text} -= 0.1 * {leaf.text}.grad")
    elif form == "data":
        write.line(f"{leaf.text}.data -= 0.1 * {leaf.text}.grad")
    elif form == "detach":
        write.line(f"{leaf.text}.detach().sub_(0.1 * {leaf.text}.grad)")
    else:
        write.line(f"{leaf.text} -= 0.1 * {leaf.text}.grad")
    write.line(f"{leaf.text}.grad.zero_()")
    if again:
        write.must_use.append(write.keep(Tensor(f"{loss}b", "scalar", True)))


def _network(write: Writer) -> str:
    name = write.name("net")
    layers = write.one_of(
        (
            "nn.Linear(3, 3)",
            "nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))",
            "nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True), nn.Linear(3, 3))",
            "nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())",
        )
    )
    write.line(f"{name} = {layers}")
    return name


def _optimiser(write: Writer, parameters: str) -> str:
    name = write.name("optimizer")
    kind = write.one_of(("SGD", "SGD", "Adam"))
    write.line(f"{name} = torch.optim.{kind}({parameters}, lr=0.1)")
    return name


def _stepping_helper(write: Writer, form: str, optimisers: Sequence[str]) -> list[str]:
    """For each optimiser the statements of one update; {loss} and {retain} are left open."""
    statements = ["{optimizer}.zero_grad()", "{loss}.backward({retain})", "{optimizer}.step()"]
    if form == "plain":
        text = "\n".join(statements)
        return [text.replace("{optimizer}", each) for each in optimisers]
    if form == "function":
        name = write.name("update")
        with write.definition([]), write.block(f"def {name}(optimizer, loss, retain_graph=False):"):
            write.line("optimizer.zero_grad()")
            write.line("loss.backward(retain_graph=retain_graph)")
            write.line("optimizer.step()")
        return [f"{name}({each}, {{loss}}, {{retain}})" for each in optimisers]
    name, trainer = write.name("Trainer"), write.name("trainer")
    with write.definition([]), write.block(f"class {name}:"):
        with write.block("def __init__(self, optimizer):"):
            write.line("self.optimizer = optimizer")
        write.line("")
        with write.block("def update(self, loss, retain_graph=False):"):
            write.line("self.optimizer.zero_grad()")
            write.line("loss.backward(retain_graph=retain_graph)")
            write.line("self.optimizer.step()")
    trainers = []
    for each in optimisers:
        trainer = write.name("trainer")
        write.line(f"{trainer} = {name}({each})")
        trainers.append(f"{trainer}.update({{loss}}, {{retain}})")
    return trainers
