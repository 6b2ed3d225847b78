"""Runs the shell steps of a composite action where no runner is, as a runner does.

What it knows of GitHub's expressions is what ``action.yml`` uses; anything else is an error. Steps
that use other actions are not run: the caller says what they would have given.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

_EXPRESSION = re.compile(r"\$\{\{ *([\w.-]+) *\}\}")


@dataclass
class Result:
    """What a run of the steps has left: the action's outputs, and those of each of its steps."""

    returncode: int
    log: str
    outputs: dict[str, str]
    steps: dict[str, dict[str, str]]


@dataclass
class Composite:
    """A composite action, in a folder that stands for the checkout of who uses it.

    Attributes:
        path: The action's own checkout.
        checkout: Where the steps run.
        temp: What the runner calls its folder for temporary files.
        environment: The variables that the steps start with.
        given: Outputs of the steps that are not run here, by the step.
    """

    path: Path
    checkout: Path
    temp: Path
    environment: Mapping[str, str]
    given: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.action: dict[str, Any] = yaml.safe_load((self.path / "action.yml").read_text("utf-8"))

    def run(self, *, until: str | None = None, **inputs: str) -> Result:
        """Run the steps in order, up to the one named; a failure ends them.

        Raises:
            ValueError: There is no such input, or an expression is not known here.
        """
        values = {name: str(each["default"]) for name, each in self.action["inputs"].items()}
        named = {name.replace("_", "-"): value for name, value in inputs.items()}
        if unknown := named.keys() - values.keys():
            raise ValueError(f"the action has no such input: {unknown}")
        outputs = {name: dict(each) for name, each in self.given.items()}
        context = _Context(values | named, outputs, self.temp)
        log = ""
        for step in self.action["runs"]["steps"]:
            if "run" not in step or step.get("id") in self.given:
                continue
            done = self._run(step, context)
            log += done.stdout
            if done.returncode or step.get("id") == until:
                break
        promised = {
            name: context.filled(each["value"]) for name, each in self.action["outputs"].items()
        }
        return Result(done.returncode, log, promised, outputs)

    def _run(self, step: dict[str, Any], context: _Context) -> subprocess.CompletedProcess[str]:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "what a user types must not become a program"
        script, output = self.temp / "step.sh", self.temp / "output.txt"
        script.write_text(step["run"], encoding="utf-8")
        output.write_text("")
        variables = {name: context.filled(value) for name, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.checkout,
            env={
                **self.environment,
                **variables,
                "GITHUB_ACTION_PATH": str(self.path),
                "GITHUB_OUTPUT": str(output),
                "RUNNER_TEMP": str(self.temp),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        lines = output.read_text("utf-8").splitlines()
        context.outputs[step["id"]] = dict(line.split("=", 1) for line in lines)
        return done


@dataclass
class _Context:
    inputs: dict[str, str]
    outputs: dict[str, dict[str, str]]
    temp: Path

    def filled(self, text: str) -> str:
        """A text with its expressions replaced."""
        return _EXPRESSION.sub(lambda found: self._value(found[1]), text)

    def _value(self, expression: str) -> str:
        parts = expression.split(".")
        if parts == ["runner", "temp"]:
            return str(self.temp)
        if parts[0] == "inputs" and len(parts) == 2:
            return self.inputs[parts[1]]
        if parts[0] == "steps" and parts[2] == "outputs":
            return self.outputs.get(parts[1], {}).get(parts[3], "")
        raise ValueError(f"an expression that is not known here: {expression}")
