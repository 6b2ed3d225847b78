"""What the command tells of itself: settings, families of rules, rules, for people and programs."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest

from tapelint.cli import main
from tapelint.rule_book import page
from tapelint.rules import all_rules
from tapelint.rules.families import FAMILIES, family_of
from tapelint.settings.schema import schema
from tapelint.settings.values import described

from .conftest import ROOT, Run

# --- config ---


def test_all_settings_are_listed(tapelint: Run) -> None:
    listed = tapelint("config").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(described())
    assert "per-file-ignores    a table from patterns to arrays of rules" in listed
    by_program = json.loads(tapelint("config", "--output-format", "json").stdout)
    assert list(by_program) == list(described())
    for name, each in by_program.items():
        assert set(each) == {"doc", "default", "value_type", "example"}
        if each["default"] is not None:
            jsonschema.validate({name: each["default"]}, schema())


@pytest.mark.parametrize("name", ["select", "exclude", "torch-version", "time-limit"])
def test_a_setting_is_told_as_the_documents_tell_it(tapelint: Run, name: str) -> None:
    text = tapelint("config", name).stdout
    told = json.loads(tapelint("config", name, "--output-format", "json").stdout)
    assert text.startswith(f"{name}: {told['value_type']}\n\n{told['doc']}\n")
    default = "none" if told["default"] is None else json.dumps(told["default"])
    assert f"\nDefault: {default}\n" in text
    assert text.endswith(f"\n    {told['example']}\n")
    documents = (ROOT / "docs" / "settings.md").read_text("utf-8")
    section = documents.partition(f"\n### {name}\n")[2].partition("\n#")[0]
    assert told["doc"] in section


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("selct", "did you mean 'select'?"),
        ("per_file_ignores", "did you mean 'per-file-ignores'?"),
        ("colour", "`tapelint config` lists the settings"),
    ],
)
def test_an_unknown_setting_is_one_line(tapelint: Run, key: str, hint: str) -> None:
    result = tapelint("config", key)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"tapelint: unknown setting {key!r}: {hint}\n"


# --- linter ---


def test_each_rule_has_one_family_and_each_family_a_rule(tapelint: Run) -> None:
    families = json.loads(tapelint("linter", "--output-format", "json").stdout)
    rules = [code for family in families for code in family["rules"]]
    assert rules == list(all_rules())
    assert all(family["rules"] for family in families)
    assert {family_of(rule) for rule in all_rules().values()} == set(FAMILIES)
    lines = tapelint("linter").stdout.splitlines()
    assert [re.split(r"  +", line)[:2] for line in lines] == [
        [family["prefix"], family["name"]] for family in families
    ]


def test_a_family_selects_its_rules(tapelint: Run) -> None:
    for family in json.loads(tapelint("linter", "--output-format", "json").stdout):
        shown = tapelint("check", "--isolated", "--show-settings", "--select", family["prefix"])
        assert f"# rules that run: {', '.join(family['rules'])}\n" in shown.stdout


# --- rule ---


def test_all_rules_as_json(tapelint: Run) -> None:
    told = json.loads(tapelint("rule", "--all", "--output-format", "json").stdout)
    rules = list(all_rules().values())
    assert [each["code"] for each in told] == [rule.code for rule in rules]
    for each, rule in zip(told, rules, strict=True):
        assert each["name"] == rule.name
        assert each["linter"] == family_of(rule).name
        assert each["summary"] == rule.summary
        assert each["on_by_default"] == rule.on_by_default
        assert each["explanation"] == page(rule)
    one = json.loads(tapelint("rule", "data-mutation", "--output-format", "json").stdout)
    assert one in told
    assert tapelint("rule", "TAP9", "--output-format", "json").returncode == 2


def test_a_rule_says_how_often_its_findings_were_right(tapelint: Run) -> None:
    told = json.loads(tapelint("rule", "TAP202", "--output-format", "json").stdout)["verdicts"]
    first = told["first_readings"]
    assert set(first) == {"right", "wrong", "open"}
    assert sum(first.values()) > 0
    numbers = ", ".join(f"{number} {verdict}" for verdict, number in first.items())
    last = tapelint("rule", "TAP202").stdout.rstrip().splitlines()[-1]
    assert f"; in code linted for the first time, {numbers}. " in last


def test_a_rule_says_which_of_these_findings_are_there_today(tapelint: Run) -> None:
    told = json.loads(tapelint("rule", "TAP102", "--output-format", "json").stdout)["verdicts"]
    wrong, today = (told[name]["wrong"] for name in ("first_readings", "reported_today"))
    assert told["linted_again"]["wrong"] == wrong > today
    are = "is" if today == 1 else "are"
    last = tapelint("rule", "TAP102").stdout.rstrip().splitlines()[-1]
    assert last.endswith(f"of the {wrong} wrong, {today} {are} reported today.")


def test_a_rule_that_was_never_judged_says_so(tapelint: Run) -> None:
    unseen = next(
        each["code"]
        for each in json.loads(tapelint("rule", "--all", "--output-format", "json").stdout)
        if not each["verdicts"]
    )
    assert tapelint("rule", unseen).stdout.endswith(
        "Nobody has checked this rule's findings in other people's code yet.\n"
    )


# --- commands ---


def test_the_page_of_the_command_names_all_commands() -> None:
    text = (ROOT / "docs" / "command.md").read_text("utf-8")
    named = {one or other for one, other in re.findall(r"tapelint ([a-z]+)|`([a-z]+)`", text)}
    assert set(main.commands) <= named
    assert len(main.commands) > 9
