"""What the tape knows: values, records, the cells of the state, and how two of each are joined.

Nothing here executes anything. A stranger begins with :mod:`~tapelint.tape.domain.terms`, then
:mod:`~tapelint.tape.domain.values`, then :mod:`~tapelint.tape.domain.domains`.
"""
