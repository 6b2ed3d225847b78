"""Roles of arguments: each piece of evidence alone, and evidence that speaks against it."""

from __future__ import annotations

import ast
import textwrap

import pytest

from tapelint.project.roles.inference import FunctionRoles
from tapelint.project.roles.role import Kind, Role
from tapelint.project.roles.training import Made, _Flow

NETWORKS = (
    "Adam(it.parameters())",
    "for name, p in it.named_parameters(): print(name)",
    "it.train(); it(x)",
    "it.eval(); y = it(x)",
    "it(x); torch.save(it.state_dict(), path)",
    "[each for each in it.children()]",
    "it.modules()",
)
OPTIMISERS = (
    "it.zero_grad(); loss.backward(); it.step()",
    "it.param_groups[0]['lr'] = 0.1",
    "it.add_param_group({'params': []})",
    "scaler.unscale_(it)",
    "scaler.step(it); scaler.update()",
)
OTHERS = {
    "range(it)": Kind.NUMBER,
    "open(it)": Kind.TEXT,
    "os.path.join(it, 'x')": Kind.TEXT,
    "it.unscale_(path)": Kind.SCALER,
    "it.detach().unsqueeze(0)": None,
    "it.requires_grad; it.grad_fn": Kind.TENSOR,
    "it.log_prob(x); it.rsample()": Kind.DISTRIBUTION,
}


def roles(source: str, name: str = "it") -> Role:
    """The role of a parameter of the first function of a text."""
    module = ast.parse(textwrap.dedent(source))
    inferred = FunctionRoles()
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            first = next(each for each in node.body if isinstance(each, ast.FunctionDef))
            return inferred.of(first, node)[name]
        if isinstance(node, ast.FunctionDef):
            return inferred.of(node)[name]
    raise AssertionError(source)


def function(use: str, parameter: str = "it") -> str:
    return f"def work({parameter}, x, loss, path, scaler):\n    {use}\n"


def of_constructor(use: str) -> str:
    """The same use of what the constructor keeps, in a method."""
    kept = use.replace("it", "self.kept") if "it" in use else use
    kept = kept.replace("wrself.kepte", "write")
    return (
        "class Work:\n    def __init__(self, it):\n        self.kept = it\n\n"
        f"    def run(self, x, loss, path, scaler):\n        {kept}\n"
    )


@pytest.mark.parametrize("use", NETWORKS)
def test_uses_tell_a_network(use: str) -> None:
    for source in (function(use), of_constructor(use)):
        found = roles(source)
        assert found.kind is Kind.MODULE, source
        assert not found.rests_on_name
        assert found.evidence


@pytest.mark.parametrize("use", OPTIMISERS)
def test_uses_tell_an_optimiser(use: str) -> None:
    for source in (function(use), of_constructor(use)):
        assert roles(source).kind is Kind.OPTIMISER, source


@pytest.mark.parametrize("use", OTHERS)
def test_uses_tell_other_things(use: str) -> None:
    found = roles(function(use)).kind
    assert found is (OTHERS[use] or found)


@pytest.mark.parametrize("use", [*NETWORKS, *OPTIMISERS])
@pytest.mark.parametrize("against", ["it.requires_grad; it.grad_fn", "range(it)", "open(it)"])
def test_evidence_against_leaves_it_unknown(use: str, against: str) -> None:
    use = use if ": print" not in use else "it.named_parameters()"
    assert not roles(function(f"{against}; {use}")).is_known


@pytest.mark.parametrize("use", OPTIMISERS)
@pytest.mark.parametrize("against", ["it(x)", "it -= x", "x * it"])
def test_no_optimiser_is_called_or_added_to(use: str, against: str) -> None:
    for source in (function(f"{use}; {against}"), of_constructor(f"{use}; {against}")):
        assert not roles(source).is_known, source


@pytest.mark.parametrize(
    ("parameter", "kind"),
    [
        ("it: nn.Module", Kind.MODULE),
        ("it: 'torch.nn.Module'", Kind.MODULE),
        ("it: Optional[nn.Module]", Kind.MODULE),
        ("it: nn.Module | None", Kind.MODULE),
        ("it: torch.optim.Optimizer", Kind.OPTIMISER),
        ("it: optim.AdamW", Kind.OPTIMISER),
        ("it: DataLoader", Kind.LOADER),
        ("it: torch.Tensor", Kind.TENSOR),
        ("it: float", Kind.NUMBER),
        ("it=0.1", Kind.NUMBER),
        ("it=-1", Kind.NUMBER),
        ("it=True", Kind.FLAG),
        ("it='cpu'", Kind.TEXT),
    ],
)
def test_annotations_and_defaults_tell(parameter: str, kind: Kind) -> None:
    assert roles(f"def work({parameter}):\n    pass\n").kind is kind


@pytest.mark.parametrize(
    ("name", "use", "kind"),
    [
        ("model", "{}(x)", Kind.MODULE),
        ("policy_net", "{}(x)", Kind.MODULE),
        ("netD", "{}(x)", Kind.MODULE),
        ("optimizer_G", "{}.step()", Kind.OPTIMISER),
        ("train_loader", "for each in {}: pass", Kind.LOADER),
        ("criterion", "{}(x, x)", Kind.LOSS),
    ],
)
def test_a_name_counts_with_a_use_that_fits_it(name: str, use: str, kind: Kind) -> None:
    found = roles(function(use.format(name), name), name)
    assert found.kind is kind
    assert found.rests_on_name
    assert roles(function("print(x)", name), name).kind is Kind.NOTHING
    assert not roles(function(use.format("it")), "it").is_known


def test_what_is_given_another_value_is_nothing() -> None:
    assert roles(function("it = make(); it.parameters()")).kind is Kind.NOTHING
    assert roles(function("it = it.to(x); it.parameters()")).kind is Kind.MODULE


@pytest.mark.parametrize(
    ("body", "owns"),
    [
        ("loss = net(x); loss.backward(); opt.step(); opt.zero_grad()", ("net",)),
        ("a = net(x); b = head(a); b.backward(); opt.step(); opt.zero_grad()", ("head", "net")),
        ("b = head(net(x).detach()); b.backward(); opt.step(); opt.zero_grad()", ("head",)),
        ("b = head(net(x)); scaler.scale(b).backward(); scaler.step(opt)", ("head", "net")),
    ],
)
def test_an_optimiser_trains_what_its_losses_reach(body: str, owns: tuple[str, ...]) -> None:
    source = (
        "def work(net, head, opt, scaler, x):\n"
        f"    {body}\n    net.parameters(); head.parameters(); opt.param_groups\n"
    )
    assert roles(source, "opt").owns == owns


def test_two_optimisers_share_nothing() -> None:
    source = """
        def work(generator, critic, first, second, x):
            generator.parameters(); critic.parameters()
            critic(generator(x).detach()).mean().backward()
            second.step(); second.zero_grad()
            critic(generator(x)).mean().backward()
            first.step(); first.zero_grad()
    """
    assert roles(source, "second").owns == ("critic",)
    assert roles(source, "first").owns == ("generator",)


@pytest.mark.parametrize(
    "freeze", ["for p in net.parameters(): p.requires_grad_({})", "net.requires_grad_({})",
               "for p in net.parameters(): p.requires_grad = {}"],
)  # fmt: skip
def test_an_optimiser_does_not_train_what_is_frozen(freeze: str) -> None:
    source = """
        def work(net, head, opt, x):
            {}
            {}
            net.parameters(); head.parameters()
            head(net(x)).mean().backward()
            opt.step(); opt.zero_grad()
    """
    assert roles(source.format(freeze.format(False), "pass"), "opt").owns == ("head",)
    thawed = source.format(freeze.format(False), freeze.format(True))
    assert roles(thawed, "opt").owns == ("head", "net")
    alone = source.replace("head(net(x))", "net(unknown(x))").format(freeze.format(False), "pass")
    assert roles(alone, "opt").owns == ()


def test_a_call_within_calls_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = [0]
    made = _Flow._made

    def counted(self: _Flow, node: ast.AST) -> Made:
        looked[0] += 1
        return made(self, node)

    monkeypatch.setattr(_Flow, "_made", counted)
    counts = []
    for depth in (8, 16):
        nested = "it(" * depth + "x" + ")" * depth
        roles(f"def work(it, optimizer, x):\n    {nested}.backward()\n    optimizer.step()\n")
        counts.append(looked[0])
        looked[0] = 0
    assert counts[0] > 8
    assert counts[1] < 3 * counts[0]


def test_another_name_for_an_attribute_is_that_of_its_function_alone() -> None:
    source = """
        class Work:
            def one(self):
                model = self.it
                print(model)

            def other(self, model, x):
                model.parameters()

            def third(self):
                def inner(model):
                    model.parameters()
        """
    (owner,) = ast.parse(textwrap.dedent(source)).body
    assert isinstance(owner, ast.ClassDef)
    assert FunctionRoles().of_attributes([owner], frozenset())["it"].kind is Kind.NOTHING
    tells = source.replace("print(model)", "model.parameters()")
    (owner,) = ast.parse(textwrap.dedent(tells)).body
    assert isinstance(owner, ast.ClassDef)
    assert FunctionRoles().of_attributes([owner], frozenset())["it"].kind is Kind.MODULE
