"""tapelint and torch must agree on random programs; and the fuzzer itself can tell if they do not.

More programs than here: ``python -m tests.fuzz --programs 20000``.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from dataclasses import replace

import pytest
import torch
from hypothesis import HealthCheck, given, settings

from tapelint import Finding, lint_source

from .comparison import JUDGED, compare, lint
from .programs import numbered_program, programs
from .reduction import reduced
from .truth import PROGRAM, Discarded, Pitfall, Truth, observe, truth_of

IMPORTS = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n"
LEAF = "w = torch.tensor([0.4, 0.9, 1.3], requires_grad=True)\n"


def disagreements(source: str) -> list[str]:
    """What tapelint and torch disagree on; nothing where torch says nothing."""
    try:
        truth = truth_of(source)
    except Discarded:
        return []
    found = compare(truth, lint(source)).disagreements
    limit = _UNKNOWN_DIMENSIONS.search(source)
    return [
        str(each)
        for each in found
        if not (limit and each.code == "TAP301" and each.direction == "missed")
    ]


_UNKNOWN_DIMENSIONS = re.compile(r"F\.linear\(\w+, \w+, \w+\)")
"""With a bias, whether ``linear`` keeps its input itself depends on the number of dimensions.

The tape does not know that number, so that it is silent about other memory for its ``.data``.
Hypothesis draws other programs with each change of the source, and some hold this.
"""


@settings(
    max_examples=200,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(programs())
def test_tapelint_and_torch_agree(source: str) -> None:
    assert not disagreements(source), f"\n{source}"


def test_tapelint_and_torch_agree_on_a_fixed_series(
    judged_programs: list[tuple[str, Truth | None]],
) -> None:
    """Hypothesis keeps its programs simple; this series has the whole mixture."""
    different = {
        source: [str(each) for each in compare(truth, lint(source)).disagreements]
        for source, truth in judged_programs
        if truth is not None
    }
    assert [f"{found}\n{source}" for source, found in different.items() if found] == []


# The programs are what they should be


@pytest.fixture(scope="module")
def judged_programs() -> list[tuple[str, Truth | None]]:
    """Programs of a fixed series, each with what torch says of it."""
    judged: list[tuple[str, Truth | None]] = []
    for number in range(500):
        source = numbered_program(7, number)
        try:
            judged.append((source, truth_of(source)))
        except Discarded:
            judged.append((source, None))
    return judged


def test_each_pitfall_is_written_often_enough(
    judged_programs: list[tuple[str, Truth | None]],
) -> None:
    truths = [truth for _, truth in judged_programs if truth is not None]
    counts = Counter(code for truth in truths for code in {each.code for each in truth.pitfalls})
    assert {code: counts[code] for code in JUDGED if counts[code] < 0.02 * len(truths)} == {}
    clean = sum(not truth.pitfalls for truth in truths)
    assert 0.4 < clean / len(truths) < 0.6


def test_nearly_all_programs_run(judged_programs: list[tuple[str, Truth | None]]) -> None:
    assert sum(truth is None for _, truth in judged_programs) < 0.02 * len(judged_programs)


def test_programs_are_small_different_and_the_same_again(
    judged_programs: list[tuple[str, Truth | None]],
) -> None:
    texts = [source for source, _ in judged_programs]
    assert len(set(texts)) == len(texts)
    assert texts[:20] == [numbered_program(7, number) for number in range(20)]
    assert max(len(text.splitlines()) for text in texts) < 80


@pytest.mark.parametrize(
    "construct",
    [
        ".data",
        ".detach()",
        ".clone()",
        "out=",
        ".copy_(",
        ".zero_()",
        "[0] += ",
        ".unbind()",
        "requires_grad_()",
        "with torch.no_grad():",
        "@torch.no_grad()",
        "with torch.enable_grad():",
        "with torch.inference_mode():",
        "torch.set_grad_enabled(False)",
        "if flag1:",
        "sys.argv",
        "def program(",
        "for _ in range(",
        ".append(",
        "self.state = ",
        "(nn.Module)",
        "nn.ReLU(inplace=True)",
        "nn.Parameter(",
        "F.embedding(",
        "nn.Embedding(3, 3, max_norm=1.0)",
        "torch.optim.SGD(",
        "torch.optim.Adam(",
        ".zero_grad()",
        "retain_graph=True",
        "create_graph=True",
        "torch.autograd.grad(",
        "torch.autograd.backward(",
        ".item()",
        '["a"]',
    ],
)
def test_programs_contain(construct: str, judged_programs: list[tuple[str, Truth | None]]) -> None:
    assert any(construct in source for source, _ in judged_programs)


# The truth is right


def truth_after_imports(body: str) -> Truth:
    return truth_of(IMPORTS + body)


def lines(pitfalls: frozenset[Pitfall]) -> list[tuple[int, str]]:
    """Pitfalls with lines that count from the first one behind the imports."""
    return sorted((each.line - IMPORTS.count("\n"), each.code) for each in pitfalls)


HAND_WRITTEN = {
    "relu saves its result": (
        LEAF + "h = torch.relu(w)\nh += 1\nh.sum().backward()\n",
        [(3, "TAP202")],
    ),
    "a product saves its operands, not its result": (
        LEAF + "h = w * w\nh += 1\nh.sum().backward()\n",
        [],
    ),
    "two guilty lines": (
        LEAF + "h = torch.exp(w)\nh += 1\nh[0] = 3\nh.sum().backward()\n",
        [(3, "TAP202"), (4, "TAP202")],
    ),
    "leaf, view of a leaf, out=": (
        LEAF + "w.add_(1)\nw[0] = 2\ntorch.add(w, 1, out=w)\n(w * w).sum().backward()\n",
        [(2, "TAP201"), (3, "TAP201"), (4, "TAP201")],
    ),
    "a leaf under no_grad, between forward and backward": (
        LEAF + "h = w * w\nwith torch.no_grad():\n    w.add_(1)\nh.sum().backward()\n",
        [(4, "TAP202")],
    ),
    "the same after the backward": (
        LEAF + "h = w * w\nh.sum().backward()\nwith torch.no_grad():\n    w.add_(1)\n",
        [],
    ),
    "a detached alias shares the version": (
        LEAF + "h = torch.sigmoid(w)\nd = h.detach()\nd.zero_()\nh.sum().backward()\n",
        [(4, "TAP202")],
    ),
    "data shares the memory only": (
        LEAF + "h = torch.sigmoid(w)\nd = h.data\nd.zero_()\nh.sum().backward()\n",
        [(4, "TAP301")],
    ),
    "data of an operand assigned": (
        LEAF + "h = w * w\nw.data = torch.ones(3)\nh.sum().backward()\n",
        [(3, "TAP301")],
    ),
    "data of a result assigned: torch keeps the memory that it saved": (
        LEAF + "h = torch.sigmoid(w)\nl = h.sum()\nh.data = torch.ones(3)\nl.backward()\n",
        [],
    ),
    "the same of a result in place": (
        LEAF + "h = w * 2\nh.tanh_()\nl = h.sum()\nh.data = torch.ones(3)\nl.backward()\n",
        [],
    ),
    "the same, and the new memory is what the loss is computed from": (
        LEAF + "h = torch.sigmoid(w)\nh.data = torch.ones(3)\nh.sum().backward()\n",
        [(3, "TAP301")],
    ),
    "a result that nothing saved is scaled unseen": (
        LEAF + "h = w * 2\nh.data.mul_(3)\nh.sum().backward()\n",
        [(3, "TAP301")],
    ),
    "the same when the loss is computed already": (
        LEAF + "h = w * 2\nl = h.sum()\nh.data.mul_(3)\nl.backward()\n",
        [],
    ),
    "a constant is added unseen, by a part and by a whole": (
        LEAF + "h = w * 2\nd = h.data\nd += 1\nd[0] -= 2\nh.sum().backward()\n",
        [],
    ),
    "what is trained is added unseen": (
        LEAF + "h = w * 2\nh.data.add_(w)\nh.sum().backward()\n",
        [(3, "TAP301")],
    ),
    "a part is overwritten, through a view, by nn.init, by relu in place": (
        LEAF + "h = w - 1\nh.data.view(-1)[0] = 2\nnn.init.zeros_(h[1:2].data)\n"
        "F.relu(h.data, inplace=True)\nh.sum().backward()\n",
        [(3, "TAP301"), (4, "TAP301"), (5, "TAP301")],
    ),
    "the gradient of the changed tensor itself is right": (
        LEAF + "h = w * 2\nh.data.mul_(3)\ntorch.autograd.grad((h * h).sum(), h)\n",
        [],
    ),
    "a view of a leaf is the leaf": (
        LEAF + "v = w.view(3, 1)\nv.data.mul_(3)\nv.sum().backward()\n",
        [],
    ),
    "a name's data changed through the tensor itself": (
        LEAF + "x = torch.ones(3)\nh = w * x.data\nx.mul_(2.0)\nh.sum().backward()\n",
        [(4, "TAP301")],
    ),
    "data of what nothing saved": (
        LEAF + "h = w + 1\nw.data.mul_(2.0)\nh.sum().backward()\n",
        [],
    ),
    "a second backward": (
        LEAF + "h = (w * w).sum()\nh.backward()\nh.backward()\n",
        [(4, "TAP501")],
    ),
    "a second backward that finds nothing freed": (
        LEAF + "h = (w + 1).sum()\nh.backward()\nh.backward()\n",
        [],
    ),
    "grad frees buffers too": (
        LEAF + "h = (w * w).sum()\ntorch.autograd.grad(h, w)\nh.backward()\n",
        [(4, "TAP501")],
    ),
    "history cut, and the program goes on": (
        LEAF + "h = (w * w).sum()\nh.detach().backward()\nh.backward()\n",
        [(3, "TAP104")],
    ),
    "an embedding's weight used before its call": (
        "e = nn.Embedding(3, 3, max_norm=1.0)\nm = torch.full((3, 3), 2.0, requires_grad=True)\n"
        "a = e.weight @ m\nb = e(torch.tensor([0, 1])) @ m\n(a.sum() + b.sum()).backward()\n",
        [(3, "TAP203")],
    ),
    "an embedding's weight cloned, or used behind its call": (
        "e = nn.Embedding(3, 3, max_norm=1.0)\nm = torch.full((3, 3), 2.0, requires_grad=True)\n"
        "a = e.weight.clone() @ m\nb = e(torch.tensor([0, 1])) @ m\nc = e.weight @ m\n"
        "(a.sum() + b.sum() + c.sum()).backward()\n",
        [],
    ),
    "a step before the other backward": (
        "g = nn.Linear(3, 3)\nd = nn.Linear(3, 3)\n"
        "optimizer = torch.optim.Adam(d.parameters())\nx = torch.ones(1, 3)\n"
        "a = d(g(x)).sum()\nb = d(x).sum()\nb.backward()\noptimizer.step()\na.backward()\n",
        [(8, "TAP204")],
    ),
    "the same with the forward behind the step": (
        "g = nn.Linear(3, 3)\nd = nn.Linear(3, 3)\n"
        "optimizer = torch.optim.Adam(d.parameters())\nx = torch.ones(1, 3)\n"
        "b = d(x).sum()\nb.backward()\noptimizer.step()\na = d(g(x)).sum()\na.backward()\n",
        [],
    ),
    "each flag is both": (
        "def program(flag0, flag1):\n    "
        + LEAF
        + "    h = torch.sigmoid(w)\n    if flag0:\n        h.add_(1)\n    if flag1:\n"
        "        h = h.detach()\n    h.sum().backward()\n",
        [(5, "TAP202"), (8, "TAP104")],
    ),
    "the line in the function is to blame, not the call": (
        "def double(t):\n    t.mul_(2)\n    return t\n"
        + LEAF
        + "h = torch.sigmoid(w)\ndouble(h)\nh.sum().backward()\n",
        [(2, "TAP202")],
    ),
    "state carried round a loop": (
        LEAF + "x = torch.zeros(3)\nfor i in range(2):\n"
        "    x[i + 1] = torch.sin(x[i]) * w[i]\nx.sum().backward()\n",
        [(4, "TAP202")],
    ),
    "a gradient's own graph saves the leaf again": (
        LEAF + "g = torch.autograd.grad((w**3).sum(), w, create_graph=True)[0]\n"
        "with torch.no_grad():\n    w.add_(1)\ng.sum().backward()\n",
        [(4, "TAP202")],
    ),
}


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_truth_of(name: str) -> None:
    body, expected = HAND_WRITTEN[name]
    assert lines(truth_after_imports(body).pitfalls) == expected


def test_a_change_through_data_that_alters_no_gradient_is_debatable() -> None:
    body = LEAF + "h = torch.relu(w)\nh.data.clamp_(0.1, 2.0)\nh.sum().backward()\n"
    truth = truth_after_imports(body)
    assert lines(truth.pitfalls) == []
    assert lines(truth.debatable) == [(3, "TAP301")]
    assert truth.data_writes == {3 + IMPORTS.count("\n")}


def test_other_errors_are_discarded() -> None:
    with pytest.raises(Discarded, match="shape"):
        truth_after_imports("torch.ones(3).view(2, 2)\n")
    with pytest.raises(Discarded, match="multiple views"):
        truth_after_imports(LEAF + "h = w * 2\nh.unbind()[0].zero_()\n")


def test_torch_is_left_as_it_was() -> None:
    truth_after_imports("torch.set_grad_enabled(False)\nx = torch.ones(3)\n")
    assert torch.is_grad_enabled()
    assert torch.get_default_dtype() is torch.float32


def test_without_the_guilty_lines_torch_does_not_raise(
    judged_programs: list[tuple[str, Truth | None]],
) -> None:
    """Ablation: leaving out all guilty lines fixes a program, leaving out all but one does not."""
    checked = 0
    for source, truth in judged_programs:
        guilty = [each for each in truth.pitfalls if each.code == "TAP202"] if truth else []
        others = len(truth.pitfalls) - len(guilty) if truth else 0
        text = source.splitlines()
        statements = [text[each.line - 1].strip() for each in guilty]
        if not guilty or others or any(" = " in each.split("[")[0] for each in statements):
            continue
        if any(each.startswith(("return", "out")) for each in statements):
            continue
        assert not _stale(_without(text, {each.line for each in guilty})), source
        for kept in guilty:
            assert _stale(_without(text, {each.line for each in guilty} - {kept.line})), source
        checked += 1
    assert checked > 20


def _without(text: list[str], left_out: set[int]) -> str:
    kept = []
    for number, line in enumerate(text, 1):
        indent = line[: len(line) - len(line.lstrip())]
        kept.append(f"{indent}pass" if number in left_out else line)
    return "\n".join(kept)


def _stale(source: str) -> bool:
    try:
        return any(each.code == "TAP202" for each in truth_of(source).pitfalls)
    except Discarded:
        return False


CUTS = (
    *("detach", "no_grad", ".data", "item", "set_grad", "inference", "grad(", "init.", "mbedding"),
    *("optim", "flag", "where", "clamp", "copy_", "zero_", "fill_", "= ["),
)
"""What cuts history, has kinks, takes two runs or makes leaves that no ``torch.tensor`` made."""


def test_observed_gradients_are_finite_differences(
    judged_programs: list[tuple[str, Truth | None]],
) -> None:
    """Where nothing is cut, the gradients of the observed run are the derivatives."""
    checked = 0
    for source, truth in judged_programs:
        if truth is None or source.count("backward(") != 1 or any(cut in source for cut in CUTS):
            continue
        if all(each.code != "TAP201" for each in truth.pitfalls):
            checked += _differs_from_finite_differences(source)
    assert checked > 20


@pytest.mark.parametrize(
    "change",
    ["h.data.mul_(3.0)", "h.data.clamp_(0.9, 2.0)", "h.data[0] = 5.0", "h.data.view(-1)[1] *= 2",
     "h.data.add_(w)", "h.data = torch.ones(3)", "d = h.data; d.zero_()", "h.data.pow_(2)",
     "nn.init.ones_(h.data)", "torch.mul(h.detach(), 0, out=h.data)"],
)  # fmt: skip
def test_what_a_hidden_change_is_judged_by_are_finite_differences(change: str) -> None:
    """With the change recorded, the gradient is the derivative; as torch computes it, it is not."""
    source = (
        f"{IMPORTS}{LEAF}h = w * 2\n{change}\n(h * torch.tensor([1.0, 2, 3])).sum().backward()\n"
    )
    line = source[: source.index(change)].count("\n") + 1
    assert _differs_from_finite_differences(source, record_change_of=line)
    with pytest.raises(AssertionError):
        _differs_from_finite_differences(source)


def _differs_from_finite_differences(source: str, record_change_of: int | None = None) -> int:
    """Compare the gradients of the leaves that ``torch.tensor`` makes; gives how many."""
    code = compile(source, PROGRAM, "exec")
    made: list[torch.Tensor] = []
    observe(code, (), record_change_of=record_change_of, created=made.append)
    compared = 0
    for number, tensor in enumerate(made):
        if tensor.grad is None or not tensor.grad.isfinite().all():
            continue
        for element in range(tensor.numel()):
            above, below = (_loss(source, number, element, step) for step in (1e-6, -1e-6))
            slope = (above - below) / 2e-6
            gradient = float(tensor.grad.view(-1)[element])
            assert gradient == pytest.approx(slope, rel=1e-4, abs=1e-5), source
        compared += 1
    return compared


def _loss(source: str, moved: int, element: int, distance: float) -> float:
    """The differentiated value, with one number of one tensor moved when it is made."""
    made: list[torch.Tensor] = []

    def created(tensor: torch.Tensor) -> None:
        if len(made) == moved:
            with torch.no_grad():
                tensor.view(-1)[element] += distance
        made.append(tensor)

    observer = observe(compile(source, PROGRAM, "exec"), (), created=created)
    return float(observer.differentiated[-1].detach())


# The comparison notices


def test_a_linter_that_says_nothing_is_noticed() -> None:
    truth = truth_after_imports(HAND_WRITTEN["two guilty lines"][0])
    comparison = compare(truth, [])
    assert not comparison.found
    assert [str(each) for each in comparison.disagreements] == [
        "missed: TAP202 at line 6",
        "missed: TAP202 at line 7",
    ]


def test_a_linter_that_says_everything_is_noticed() -> None:
    body = HAND_WRITTEN["two guilty lines"][0]
    source = IMPORTS + body
    [finding] = lint_source(IMPORTS + LEAF + "w.add_(1)\n", settings=None)
    everything = [
        _moved(finding, line, code)
        for line in range(1, len(source.splitlines()) + 1)
        for code in JUDGED
    ]
    comparison = compare(truth_of(source), everything)
    assert len(comparison.found) == 2
    assert len(comparison.disagreements) == len(everything) - 2


def test_right_line_and_wrong_code_are_two_disagreements() -> None:
    truth = truth_after_imports(HAND_WRITTEN["relu saves its result"][0])
    [finding] = lint_source(IMPORTS + LEAF + "w.add_(1)\n")
    comparison = compare(truth, [_moved(finding, 6, "TAP204")])
    assert [each.direction for each in comparison.disagreements] == ["missed", "false alarm"]


def test_a_harmless_write_through_data_is_demanded_as_such() -> None:
    source = IMPORTS + LEAF + "w.data.mul_(2.0)\n"
    assert [str(each) for each in compare(truth_of(source), []).disagreements] == [
        "missed: TAP302 at line 5"
    ]
    assert not compare(truth_of(source), lint(source)).disagreements


def _moved(finding: Finding, line: int, code: str) -> Finding:
    return replace(finding, code=code, location=replace(finding.location, line=line))


def test_reduction_leaves_what_matters() -> None:
    source = IMPORTS + textwrap.dedent(
        """
        w = torch.tensor([0.4, 0.9, 1.3], requires_grad=True)
        x = torch.ones(3)
        h = torch.sigmoid(w)
        for _ in range(2):
            if x.sum() > 0:
                h.add_(1)
        k = h * 2
        k.sum().backward()
        """
    )
    assert reduced(source, _stale).splitlines() == [
        "import torch",
        "w = torch.tensor([0.4, 0.9, 1.3], requires_grad=True)",
        "h = torch.sigmoid(w)",
        "h.add_(1)",
        "h.sum().backward()",
    ]
