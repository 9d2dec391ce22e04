"""XML as elements that know their line: names in lower case, text, and HTML entities resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from typing import Any
from xml.parsers import expat

from levelgen.errors import Problem, PuzzleError

_OWN = ("amp", "lt", "gt", "quot", "apos")
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]*);")


@dataclass
class Element:
    """One XML element and the line it starts on."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[Element]:
        """Yield the children of a name."""
        return (child for child in self.children if child.tag == tag)

    def content(self, tag: str) -> str:
        """Give the text of the first child of a name, in one line; empty where there is none."""
        return next((" ".join(child.text.split()) for child in self.all(tag)), "")


def parse_xml(text: str, source: str) -> Element:
    """Read the root element. Raises PuzzleError for text that is not XML or defines entities."""
    parser = expat.ParserCreate()
    top = Element("", {}, 0)
    inside = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        lowered = {name.lower(): value for name, value in attributes.items()}
        element = Element(tag.lower(), lowered, parser.CurrentLineNumber)
        inside[-1].children.append(element)
        inside.append(element)

    def add(data: str) -> None:
        inside[-1].text += data

    def refuse(*_: Any) -> None:
        message = f"line {parser.CurrentLineNumber}: an entity is defined"
        raise PuzzleError([Problem(source, "", message, "a puzzle needs none")])

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: inside.pop()
    parser.CharacterDataHandler = add
    # Entities that a file defines can grow without bound.
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(_ENTITY.sub(_resolved, text).encode(), True)
    except (expat.ExpatError, ValueError, LookupError) as cause:
        words = expat.errors.messages.get(getattr(cause, "code", 0), str(cause))
        place = f"line {parser.ErrorLineNumber}, column {parser.ErrorColumnNumber + 1}"
        raise PuzzleError([Problem(source, "", f"{place}: this is not XML: {words}")]) from None
    return top.children[0]


def _resolved(match: re.Match[str]) -> str:
    """Replace `&copy;` and the like, which XML does not know, by what they stand for."""
    if match[1] in _OWN:
        return match[0]
    return html5.get(f"{match[1]};", match[0])
