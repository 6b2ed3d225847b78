"""Derive what tapelint knows about torch from the installed torch, and write it as one JSON file.

Run it after an upgrade of torch, or after adding an example call:

    python tests/oracle/measure_torch.py            write src/tapelint/torch_api/measured.json
    python tests/oracle/measure_torch.py other.json write another file

Every fact is read from torch (names, signatures, the schema registry) or found by an experiment;
only the example calls are written by hand (`torch_tables/example_calls.py`,
`torch_tables/example_objects.py`).

How to read the tables that are not plain lists of names:

operations
    `parameters` are the tensor operands in call order, the one a method is called on first; `input`
    and `self` are the same.  `positions` are their places among all arguments, where these are not
    simply 0, 1, 2.  `saves` says when each operand is saved, in the words that
    `torch_tables/autograd_experiments.py` explains; an operand that is not mentioned is not saved,
    and an element of a list of tensors is called `tensors[0]`.  `saves_result` is a list if the
    operation returns several tensors, and `outputs_with_history` is given if some of them never
    have a history.  `variant_of` names the operation of which this is another way to call it.
    `backward_raises` marks results with a history that backward refuses.
inplace_operations
    The same for calls that change their first operand; `saves_new_value` is about that one.
views
    `counter` tells whether a change through the result raises the version counter of the source
    (null if they share no memory).
modules
    `without` says for each flag of the constructor which parameters and buffers are None if it is
    off, and `off` which of these flags are off by default.
changes_counted_once, fresh_results
    In-place methods that move the version by exactly one; operations and constructors whose results
    begin with a version of zero and are never an operand itself.
families
    Names of which one sentence holds; `src/tapelint/torch_api/families.py` has the sentences.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
MEASURED = TESTS.parent / "src" / "tapelint" / "torch_api" / "measured.json"


def main() -> None:
    """Write the measurements to the file named on the command line, or to the project's own."""
    sys.path.insert(0, str(TESTS))
    from oracle.torch_tables.measurement import as_text, measure

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", nargs="?", type=Path, default=MEASURED)
    parser.parse_args().target.write_text(as_text(measure()), encoding="utf-8")


if __name__ == "__main__":
    main()
