"""The tree that the tape executes: nodes shaped and named as libcst's, made from Python's ``ast``.

Python's own parser takes a tenth of the time that libcst's takes, and these nodes are plain and
small. They hold what a text means: no comments, white space or parentheses. Where a rule is about
to report, the text is parsed by libcst, too, and :attr:`Node.lossless` is the same place there.

The nodes stand by kind in the modules ``tree_*``; all of them can be reached from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tapelint.source.tree_expressions import Annotation as Annotation
from tapelint.source.tree_expressions import Arg as Arg
from tapelint.source.tree_expressions import Attribute as Attribute
from tapelint.source.tree_expressions import Await as Await
from tapelint.source.tree_expressions import BaseComp as BaseComp
from tapelint.source.tree_expressions import BaseSimpleComp as BaseSimpleComp
from tapelint.source.tree_expressions import BinaryOperation as BinaryOperation
from tapelint.source.tree_expressions import BooleanOperation as BooleanOperation
from tapelint.source.tree_expressions import Call as Call
from tapelint.source.tree_expressions import Comparison as Comparison
from tapelint.source.tree_expressions import ComparisonTarget as ComparisonTarget
from tapelint.source.tree_expressions import CompFor as CompFor
from tapelint.source.tree_expressions import CompIf as CompIf
from tapelint.source.tree_expressions import Deeper as Deeper
from tapelint.source.tree_expressions import Dict as Dict
from tapelint.source.tree_expressions import DictComp as DictComp
from tapelint.source.tree_expressions import DictElement as DictElement
from tapelint.source.tree_expressions import Element as Element
from tapelint.source.tree_expressions import Ellipsis as Ellipsis
from tapelint.source.tree_expressions import Float as Float
from tapelint.source.tree_expressions import FormattedString as FormattedString
from tapelint.source.tree_expressions import FormattedStringExpression as FormattedStringExpression
from tapelint.source.tree_expressions import From as From
from tapelint.source.tree_expressions import GeneratorExp as GeneratorExp
from tapelint.source.tree_expressions import IfExp as IfExp
from tapelint.source.tree_expressions import Imaginary as Imaginary
from tapelint.source.tree_expressions import Index as Index
from tapelint.source.tree_expressions import Integer as Integer
from tapelint.source.tree_expressions import Lambda as Lambda
from tapelint.source.tree_expressions import List as List
from tapelint.source.tree_expressions import ListComp as ListComp
from tapelint.source.tree_expressions import Name as Name
from tapelint.source.tree_expressions import NamedExpr as NamedExpr
from tapelint.source.tree_expressions import Param as Param
from tapelint.source.tree_expressions import Parameters as Parameters
from tapelint.source.tree_expressions import ParamStar as ParamStar
from tapelint.source.tree_expressions import Set as Set
from tapelint.source.tree_expressions import SetComp as SetComp
from tapelint.source.tree_expressions import SimpleString as SimpleString
from tapelint.source.tree_expressions import Slice as Slice
from tapelint.source.tree_expressions import StarredDictElement as StarredDictElement
from tapelint.source.tree_expressions import StarredElement as StarredElement
from tapelint.source.tree_expressions import Subscript as Subscript
from tapelint.source.tree_expressions import SubscriptElement as SubscriptElement
from tapelint.source.tree_expressions import TemplatedString as TemplatedString
from tapelint.source.tree_expressions import Tuple as Tuple
from tapelint.source.tree_expressions import UnaryOperation as UnaryOperation
from tapelint.source.tree_expressions import Yield as Yield
from tapelint.source.tree_nodes import BaseAssignTargetExpression as BaseAssignTargetExpression
from tapelint.source.tree_nodes import BaseCompoundStatement as BaseCompoundStatement
from tapelint.source.tree_nodes import BaseDictElement as BaseDictElement
from tapelint.source.tree_nodes import BaseElement as BaseElement
from tapelint.source.tree_nodes import BaseExpression as BaseExpression
from tapelint.source.tree_nodes import BaseNumber as BaseNumber
from tapelint.source.tree_nodes import BaseSlice as BaseSlice
from tapelint.source.tree_nodes import BaseSmallStatement as BaseSmallStatement
from tapelint.source.tree_nodes import BaseStatement as BaseStatement
from tapelint.source.tree_nodes import BaseString as BaseString
from tapelint.source.tree_nodes import BaseSuite as BaseSuite
from tapelint.source.tree_nodes import MatchPattern as MatchPattern
from tapelint.source.tree_nodes import Node as Node
from tapelint.source.tree_nodes import Operator as Operator
from tapelint.source.tree_operators import Add as Add
from tapelint.source.tree_operators import AddAssign as AddAssign
from tapelint.source.tree_operators import And as And
from tapelint.source.tree_operators import BitAnd as BitAnd
from tapelint.source.tree_operators import BitAndAssign as BitAndAssign
from tapelint.source.tree_operators import BitInvert as BitInvert
from tapelint.source.tree_operators import BitOr as BitOr
from tapelint.source.tree_operators import BitOrAssign as BitOrAssign
from tapelint.source.tree_operators import BitXor as BitXor
from tapelint.source.tree_operators import BitXorAssign as BitXorAssign
from tapelint.source.tree_operators import Divide as Divide
from tapelint.source.tree_operators import DivideAssign as DivideAssign
from tapelint.source.tree_operators import Equal as Equal
from tapelint.source.tree_operators import FloorDivide as FloorDivide
from tapelint.source.tree_operators import FloorDivideAssign as FloorDivideAssign
from tapelint.source.tree_operators import GreaterThan as GreaterThan
from tapelint.source.tree_operators import GreaterThanEqual as GreaterThanEqual
from tapelint.source.tree_operators import In as In
from tapelint.source.tree_operators import Is as Is
from tapelint.source.tree_operators import IsNot as IsNot
from tapelint.source.tree_operators import LeftShift as LeftShift
from tapelint.source.tree_operators import LeftShiftAssign as LeftShiftAssign
from tapelint.source.tree_operators import LessThan as LessThan
from tapelint.source.tree_operators import LessThanEqual as LessThanEqual
from tapelint.source.tree_operators import MatrixMultiply as MatrixMultiply
from tapelint.source.tree_operators import MatrixMultiplyAssign as MatrixMultiplyAssign
from tapelint.source.tree_operators import Minus as Minus
from tapelint.source.tree_operators import Modulo as Modulo
from tapelint.source.tree_operators import ModuloAssign as ModuloAssign
from tapelint.source.tree_operators import Multiply as Multiply
from tapelint.source.tree_operators import MultiplyAssign as MultiplyAssign
from tapelint.source.tree_operators import Not as Not
from tapelint.source.tree_operators import NotEqual as NotEqual
from tapelint.source.tree_operators import NotIn as NotIn
from tapelint.source.tree_operators import Or as Or
from tapelint.source.tree_operators import Plus as Plus
from tapelint.source.tree_operators import Power as Power
from tapelint.source.tree_operators import PowerAssign as PowerAssign
from tapelint.source.tree_operators import RightShift as RightShift
from tapelint.source.tree_operators import RightShiftAssign as RightShiftAssign
from tapelint.source.tree_operators import Subtract as Subtract
from tapelint.source.tree_operators import SubtractAssign as SubtractAssign
from tapelint.source.tree_patterns import MatchAs as MatchAs
from tapelint.source.tree_patterns import MatchClass as MatchClass
from tapelint.source.tree_patterns import MatchKeywordElement as MatchKeywordElement
from tapelint.source.tree_patterns import MatchList as MatchList
from tapelint.source.tree_patterns import MatchMapping as MatchMapping
from tapelint.source.tree_patterns import MatchMappingElement as MatchMappingElement
from tapelint.source.tree_patterns import MatchOr as MatchOr
from tapelint.source.tree_patterns import MatchOrElement as MatchOrElement
from tapelint.source.tree_patterns import MatchSequenceElement as MatchSequenceElement
from tapelint.source.tree_patterns import MatchSingleton as MatchSingleton
from tapelint.source.tree_patterns import MatchStar as MatchStar
from tapelint.source.tree_patterns import MatchTuple as MatchTuple
from tapelint.source.tree_patterns import MatchValue as MatchValue
from tapelint.source.tree_statements import AnnAssign as AnnAssign
from tapelint.source.tree_statements import AsName as AsName
from tapelint.source.tree_statements import Assert as Assert
from tapelint.source.tree_statements import Assign as Assign
from tapelint.source.tree_statements import AssignTarget as AssignTarget
from tapelint.source.tree_statements import AugAssign as AugAssign
from tapelint.source.tree_statements import Break as Break
from tapelint.source.tree_statements import ClassDef as ClassDef
from tapelint.source.tree_statements import Continue as Continue
from tapelint.source.tree_statements import Decorator as Decorator
from tapelint.source.tree_statements import Del as Del
from tapelint.source.tree_statements import Else as Else
from tapelint.source.tree_statements import ExceptHandler as ExceptHandler
from tapelint.source.tree_statements import ExceptStarHandler as ExceptStarHandler
from tapelint.source.tree_statements import Expr as Expr
from tapelint.source.tree_statements import Finally as Finally
from tapelint.source.tree_statements import For as For
from tapelint.source.tree_statements import FunctionDef as FunctionDef
from tapelint.source.tree_statements import Global as Global
from tapelint.source.tree_statements import If as If
from tapelint.source.tree_statements import Import as Import
from tapelint.source.tree_statements import ImportAlias as ImportAlias
from tapelint.source.tree_statements import ImportFrom as ImportFrom
from tapelint.source.tree_statements import ImportStar as ImportStar
from tapelint.source.tree_statements import IndentedBlock as IndentedBlock
from tapelint.source.tree_statements import Match as Match
from tapelint.source.tree_statements import MatchCase as MatchCase
from tapelint.source.tree_statements import Module as Module
from tapelint.source.tree_statements import NameItem as NameItem
from tapelint.source.tree_statements import Nonlocal as Nonlocal
from tapelint.source.tree_statements import Pass as Pass
from tapelint.source.tree_statements import Raise as Raise
from tapelint.source.tree_statements import Return as Return
from tapelint.source.tree_statements import SimpleStatementLine as SimpleStatementLine
from tapelint.source.tree_statements import SimpleStatementSuite as SimpleStatementSuite
from tapelint.source.tree_statements import Try as Try
from tapelint.source.tree_statements import TryStar as TryStar
from tapelint.source.tree_statements import TypeAlias as TypeAlias
from tapelint.source.tree_statements import While as While
from tapelint.source.tree_statements import With as With
from tapelint.source.tree_statements import WithItem as WithItem


def name(word: str) -> Name:
    """A name that stands nowhere."""
    made = Name()
    made.value, made.origin, made.source = word, None, None
    return made


def children(node: Node) -> list[Node]:
    """The nodes right below one, in the order of its fields."""
    found: list[Node] = []
    for name in node.fields:
        value = getattr(node, name)
        kind = type(value)
        if kind is list or kind is tuple:
            found.extend(value)
        elif value is not None:
            found.append(value)
    return found


def walk(root: Node) -> Iterator[Node]:
    """A node and all below it, a node before what is below it.

    The nodes of a function's body are kept with it: most bodies are walked over many times.
    """
    if type(root) is IndentedBlock:
        return chain((root,), _inside(root))
    return _walk(root)


def _walk(root: Node) -> Iterator[Node]:
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        if type(node) is IndentedBlock and node.inside is not None:
            yield from node.inside
            continue
        if type(node) is FunctionDef and type(node.body) is IndentedBlock:
            _inside(node.body)
        pending.extend(children(node))


def _inside(block: IndentedBlock) -> tuple[Node, ...]:
    """The nodes below a block, in the order in which they are walked over."""
    found = block.inside
    if found is None:
        nodes: list[Node] = []
        for each in reversed(block.body):
            nodes.extend(_walk(each))
        found = block.inside = tuple(nodes)
    return found
