"""The static tape: the abstract execution of a file, as autograd would see it.

:func:`~tapelint.tape.driver.record` turns a module into a recording of events
(:mod:`tapelint.tape.events`). The tape knows no rule; the rules visit its events. Its rooms, from
the top: the driver, the interpreter of Python, models of what is called, autograd, the machine,
and the domain, which is what can be known of a value.
"""
