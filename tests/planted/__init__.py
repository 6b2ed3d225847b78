"""Mistakes planted in public training code: how many of them tapelint finds.

``cases.jsonl`` says what is planted where, in facts alone: no line of that code is stored here.
"""
