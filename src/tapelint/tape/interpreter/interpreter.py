"""The interpreter: one object that evaluates expressions, calls values and executes statements."""

from __future__ import annotations

from tapelint.tape.interpreter.statements import Statements


class FileInterpreter(Statements):
    """Executes one file; each layer stands in a module of its own."""

    def let_go(self) -> None:
        """Let go of all states: what is left refers to itself, so that Python would not free it."""
        self.machine.let_go()
        self.other_files.let_go()
        self.definitions.classes.clear()
        self.definitions.functions.clear()
