"""Making our patterns from Python's own."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tapelint.source import tree

if TYPE_CHECKING:
    pass
from tapelint.source.tree_from_python_expressions import ExpressionMaker


class PatternMaker(ExpressionMaker):
    """Makes the patterns of one text, and the expressions in them."""

    def _pattern(self, node: ast.pattern) -> tree.MatchPattern:
        if isinstance(node, ast.MatchAs):
            named = self._at(tree.MatchAs, node)
            named.pattern = None if node.pattern is None else self._pattern(node.pattern)
            named.name = None if node.name is None else self._word(node.name, node)
            return named
        if isinstance(node, ast.MatchOr):
            either = self._at(tree.MatchOr, node)
            either.patterns = []
            for each in node.patterns:
                one = self._at(tree.MatchOrElement, each)
                one.pattern = self._pattern(each)
                either.patterns.append(one)
            return either
        if isinstance(node, ast.MatchSequence):
            sequence = self._at(tree.MatchList, node)
            sequence.patterns = [self._pattern_element(each) for each in node.patterns]
            return sequence
        if isinstance(node, ast.MatchMapping):
            return self._mapping_pattern(node)
        if isinstance(node, ast.MatchClass):
            return self._class_pattern(node)
        if isinstance(node, ast.MatchValue):
            value = self._at(tree.MatchValue, node)
            value.value = self.expression(node.value)
            return value
        assert isinstance(node, ast.MatchSingleton)
        single = self._at(tree.MatchSingleton, node)
        single.value = self._word(str(node.value), node)
        return single

    def _pattern_element(self, node: ast.pattern) -> tree.MatchSequenceElement | tree.MatchStar:
        if isinstance(node, ast.MatchStar):
            star = self._at(tree.MatchStar, node)
            star.name = None if node.name is None else self._word(node.name, node)
            return star
        made = self._at(tree.MatchSequenceElement, node)
        made.value = self._pattern(node)
        return made

    def _mapping_pattern(self, node: ast.MatchMapping) -> tree.MatchMapping:
        made = self._at(tree.MatchMapping, node)
        made.elements = []
        for key, pattern in zip(node.keys, node.patterns, strict=True):
            element = self._at(tree.MatchMappingElement, pattern)
            element.key, element.pattern = self.expression(key), self._pattern(pattern)
            made.elements.append(element)
        made.rest = None if node.rest is None else self._word(node.rest, node)
        return made

    def _class_pattern(self, node: ast.MatchClass) -> tree.MatchClass:
        made = self._at(tree.MatchClass, node)
        made.cls = self.expression(node.cls)
        made.patterns = []
        for each in node.patterns:
            element = self._at(tree.MatchSequenceElement, each)
            element.value = self._pattern(each)
            made.patterns.append(element)
        made.kwds = []
        for word, pattern in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
            keyword = self._at(tree.MatchKeywordElement, pattern)
            keyword.key, keyword.pattern = self._word(word, pattern), self._pattern(pattern)
            made.kwds.append(keyword)
        return made
