"""What holds on every path: the must-facts beside the may-facts of the tape.

They are kept where somebody asks for them, as ``tapelint explain`` does. Nothing else of the tape
depends on this package but the interpreter; the machine knows the protocol
:class:`tapelint.tape.domain.definite.Definite` alone.
"""
