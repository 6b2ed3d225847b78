"""What names promise, and how often they kept it: ``words.json`` has each word once.

The table is made by ``python -m tests.roles FOLDER`` from public code: for each last word of a
parameter, how often its uses alone showed the kind that the word promises.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path

from tapelint.project.roles.role import PROMISING, Kind
from tapelint.torch_api.names import OPTIMISING, optimises, words

_TABLE = Path(__file__).with_name("words.json")
LEAST_READ = 10
"""How often a word must have been met for the table to decide alone."""
LEAST_RIGHT = 0.9
"""In which part of these cases it must have kept its promise."""
LEAST_READ_WITH_FLOW = 5
LEAST_RIGHT_WITH_FLOW = 0.75
"""The same for a word of which the code shows besides what a loss is computed with."""


@functools.cache
def _kinds(least_read: int = LEAST_READ, least_right: float = LEAST_RIGHT) -> Mapping[str, Kind]:
    """The kind that each word promises, of those that keep their promise often enough."""
    raw = json.loads(_TABLE.read_text("utf-8"))
    by_id = {kind.id: kind for kind in Kind}
    return {
        each["word"]: by_id[each["kind"]]
        for each in raw["words"]
        if each["read"] >= least_read and each["right"] >= least_right * each["read"]
    }


def last_word(name: str) -> str:
    """The word that says what something is: ``policy_net_2`` is a net, ``netD`` too.

    >>> last_word("policy_net"), last_word("netD"), last_word("optimizer_G")
    ('net', 'net', 'optimizer')
    """
    said = words(name)
    while len(said) > 1 and len(said[-1]) == 1:
        said = said[:-1]
    return said[-1] if said else ""


def kind_of(name: str) -> Kind | None:
    """The kind that a name promises; ``None`` for most.

    >>> kind_of("optimizer_critic").id, kind_of("critic").id
    ('optimiser', 'module')
    """
    return Kind.OPTIMISER if optimises(name) else _kinds().get(last_word(name))


@functools.cache
def promises(name: str) -> bool:
    """Whether a name promises a network, its optimiser or a loss, together with what is done.

    >>> promises("actor"), promises("optimizer"), promises("shape")
    (True, True, False)
    """
    told = _kinds(LEAST_READ_WITH_FLOW, LEAST_RIGHT_WITH_FLOW).get(last_word(name))
    return optimises(name) or told in PROMISING


def belong_together(optimiser: str, network: str) -> bool:
    """Whether the names say that an optimiser is that of a network.

    >>> belong_together("optimizer_D", "netD"), belong_together("actor_optimizer", "critic")
    (True, False)
    >>> belong_together("opt_critic", "critic"), belong_together("opts[0]", "nets[1]")
    (True, False)
    """
    if optimiser.endswith("]") and network.endswith("]"):
        return optimiser.partition("[")[2] == network.partition("[")[2]
    said = frozenset(words(optimiser))
    own = said - {last_word(optimiser)} if not optimises(optimiser) else said - OPTIMISING
    its = frozenset(words(network))
    initials = {each[:1] for each in its}
    return bool(own & its) or any(len(each) == 1 and each in initials for each in own)
