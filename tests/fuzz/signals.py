"""Random actor-critics: torch tells, by ablation, what a learning signal trains.

A program may be a pitfall at two lines: where the advantage weighs a log-probability, and where
the target is computed. It runs as it is, and with the signal of one line detached. If the critic
steps with another gradient, that line is guilty. The target is judged with the weight detached:
what the weight carries is the weight's fault.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import torch

from tapelint import Settings, lint_source

_HEAD = """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
states, next_states = torch.randn(4, 2), torch.randn(4, 2)
actions, rewards, dones, gamma = torch.randint(3, (4,)), torch.randn(4), torch.zeros(4), 0.9
stepped = []
"""
_TWO = """\
actor, critic, old_critic = nn.Linear(2, 3), nn.Linear(2, 1), nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
"""
_ONE = """\
body, head, old_critic = nn.Linear(2, 4), nn.Linear(4, 1), nn.Linear(2, 1)
actor = nn.Sequential(body, nn.Tanh(), nn.Linear(4, 3))
critic = nn.Sequential(body, nn.Tanh(), head)
critic_optimizer = torch.optim.SGD([*actor.parameters(), *head.parameters()], lr=0.1)
"""
_STEPS = {
    "joint": (
        "critic_optimizer.zero_grad()",
        "(actor_loss + 0.5 * critic_loss).backward()",
        "stepped.append(critic_gradient())",
        "critic_optimizer.step()",
    ),
    "added up": (
        "actor_optimizer.zero_grad()",
        "critic_optimizer.zero_grad()",
        "actor_loss.backward(retain_graph=True)",
        "critic_loss.backward()",
        "stepped.append(critic_gradient())",
        "actor_optimizer.step()",
        "critic_optimizer.step()",
    ),
    "cleared between": (
        "actor_optimizer.zero_grad()",
        "actor_loss.backward(retain_graph=True)",
        "actor_optimizer.step()",
        "critic_optimizer.zero_grad()",
        "critic_loss.backward()",
        "stepped.append(critic_gradient())",
        "critic_optimizer.step()",
    ),
    "critic first": (
        "critic_optimizer.zero_grad()",
        "critic_loss.backward(retain_graph=True)",
        "stepped.append(critic_gradient())",
        "critic_optimizer.step()",
        "actor_optimizer.zero_grad()",
        "actor_loss.backward()",
        "actor_optimizer.step()",
    ),
}


@dataclass(frozen=True)
class ActorCritic:
    """A program, and the two lines where a signal may be guilty, each with a detached one.

    Attributes:
        lines: The program.
        weight: The number of the line with the weight, and that line with the weight detached.
        target: The same of the target.
    """

    lines: tuple[str, ...]
    weight: tuple[int, str]
    target: tuple[int, str]

    @property
    def source(self) -> str:
        """The program's text."""
        return "\n".join(self.lines) + "\n"

    def with_line(self, number: int, line: str) -> ActorCritic:
        """The same program with another line."""
        lines = (*self.lines[: number - 1], line, *self.lines[number:])
        return ActorCritic(lines, self.weight, self.target)


def numbered_actor_critic(seed: int, number: int) -> ActorCritic:
    """One program of an endless series; the same numbers give the same program."""
    choose = random.Random(f"{seed}/{number}").choice
    is_one = choose((False, False, True))
    gradient = "head" if is_one else "critic"
    lines = [*_HEAD.splitlines(), *(_ONE if is_one else _TWO).splitlines()]
    lines += [
        "",
        "",
        "def critic_gradient():",
        f"    return {gradient}.weight.grad.clone()",
        "",
        "",
    ]
    rounds = choose((1, 1, 2))
    indent = ""
    if rounds > 1:
        lines.append(f"for _ in range({rounds}):")
        indent = "    "

    def add(*statements: str) -> int:
        lines.extend(indent + each for each in statements)
        return len(lines)

    add("value = critic(states).squeeze(1)")
    following = choose(("critic", "critic", "critic", "old_critic"))
    ending = choose(("", "", ".detach()"))
    if choose((False, False, False, True)):
        add("with torch.no_grad():", f"    next_value = {following}(next_states).squeeze(1)")
    else:
        add(f"next_value = {following}(next_states).squeeze(1){ending}")
    made = choose(
        (
            "rewards + gamma * next_value * (1 - dones)",
            "rewards + (1 - dones) * gamma * next_value",
            "gamma * next_value + rewards",
            "rewards + 0.9 * (1 - dones) * next_value",
        )
    )
    target = add(f"target = {made}")
    taken = choose(("value", "value", "value.detach()"))
    add(f"advantage = target - {taken}")
    score = choose(
        (
            "Categorical(logits=actor(states)).log_prob(actions)",
            "F.log_softmax(actor(states), dim=1).gather(1, actions.unsqueeze(1)).squeeze(1)",
            "torch.log(torch.softmax(actor(states), dim=1)[range(4), actions])",
        )
    )
    add(f"log_prob = {score}")
    weight = choose(("advantage", "advantage", "advantage.detach()", "scaled"))
    if weight == "scaled":
        add("scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-8)")
    product = choose(
        ("-(log_prob * {}).mean()", "(-log_prob * {}).sum()", "-torch.dot({}, log_prob)")
    )
    weighed = add(f"actor_loss = {product.format(weight)}")
    held = choose(("target", "target", "target.detach()"))
    loss = choose(
        (
            f"F.mse_loss(value, {held})",
            f"F.smooth_l1_loss(value, {held})",
            f"({held} - value).pow(2).mean()",
            f"0.5 * ((value - {held}) ** 2).sum()",
        )
    )
    add(f"critic_loss = {loss}")
    add(*_STEPS["joint" if is_one else choose(tuple(_STEPS))])
    detached = weight.removesuffix(".detach()") + ".detach()"
    return ActorCritic(
        tuple(lines),
        (weighed, f"{indent}actor_loss = {product.format(detached)}"),
        (target, f"{indent}target = ({made}).detach()"),
    )


def guilty_lines(program: ActorCritic) -> set[int]:
    """The lines whose signal trains the critic, as torch has it."""
    without_weight = program.with_line(*program.weight)
    guilty = set()
    if _differ(program, without_weight):
        guilty.add(program.weight[0])
    if _differ(without_weight, without_weight.with_line(*program.target)):
        guilty.add(program.target[0])
    return guilty


def reported_lines(program: ActorCritic) -> set[int]:
    """The lines that tapelint reports."""
    found = lint_source(program.source, settings=Settings(select=("TAP408",)))
    return {each.line for each in found}


def _differ(one: ActorCritic, two: ActorCritic) -> bool:
    """Whether the critic steps with other gradients."""
    pairs = zip(_gradients(one), _gradients(two), strict=True)
    return any(not torch.allclose(left, right, atol=1e-6) for left, right in pairs)


def _gradients(program: ActorCritic) -> list[torch.Tensor]:
    names: dict[str, list[torch.Tensor]] = {}
    exec(compile(program.source, "<actor-critic>", "exec"), names)
    return names["stepped"]
