"""Tests of ``tapelint explain``."""
