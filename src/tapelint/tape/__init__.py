"""The static tape: the abstract execution of a file, as autograd would see it.

:func:`~tapelint.tape.recording.record` turns a libcst module into a recording of events. The tape
knows no rule; the rules visit its events.
"""
