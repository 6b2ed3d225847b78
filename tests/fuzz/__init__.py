"""Differential fuzzing: small torch programs, run under torch and linted, must agree."""
