"""tapelint and torch must agree on what learning signals train, over random actor-critics."""

from __future__ import annotations

from .signals import guilty_lines, numbered_actor_critic, reported_lines

PROGRAMS = [numbered_actor_critic(1, number) for number in range(60)]


def test_tapelint_and_torch_agree_on_signals() -> None:
    different = {
        program.source: (sorted(guilty), sorted(found))
        for program in PROGRAMS
        if (guilty := guilty_lines(program)) != (found := reported_lines(program))
    }
    told = [
        f"{source}\ntorch: {guilty}, tapelint: {found}"
        for source, (guilty, found) in different.items()
    ]
    assert not different, "\n\n".join(told)


def test_the_series_has_both_pitfalls_and_programs_without_any() -> None:
    guilty = [(program, guilty_lines(program)) for program in PROGRAMS]
    assert sum(program.weight[0] in lines for program, lines in guilty) > 5
    assert sum(program.target[0] in lines for program, lines in guilty) > 5
    assert sum(not lines for _, lines in guilty) > 5
