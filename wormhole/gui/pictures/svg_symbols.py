"""Drawings as symbols of a larger SVG document."""

from __future__ import annotations

import re
from xml.etree import ElementTree

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
ROOT_ONLY = ("width", "height", "viewBox", "id", "data-piece")
LEFT_OUT = ("title", "desc", "metadata", "script", "style")
_RULE = re.compile(r"\.([\w-]+)\s*\{([^}]*)\}")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_SPACE, _BETWEEN = re.compile(r"\s+"), re.compile(r">\s+<")
OUTLINES = ("path", "clipPath")
STYLED = {
    **dict.fromkeys(("stop-a", "stop-b"), "stop-color"),
    **dict.fromkeys(("flat", "shade", "light", "promoted", "ink"), "fill"),
    **dict.fromkeys(("line", "pen", "edge"), "stroke"),
}
"""The attribute that the style sheet of a page sets for a class."""

Rules = dict[str, dict[str, str]]


def rules_of(css: str) -> Rules:
    """The declarations of each class in our style sheets."""
    return {
        name: dict(part.strip().split(": ", 1) for part in body.split(";") if part.strip())
        for name, body in _RULE.findall(css)
    }


def symbol(svg: str, name: str, rules: Rules | None = None, class_: str = "") -> str:
    """A drawing as a symbol: ids of its own, and the style sheet's colours as attributes.

    Without ``rules`` it keeps its classes, for the style sheet of a page, and loses what only an editor
    needs; ``class_`` is then its own class.
    """
    root = ElementTree.fromstring(svg)
    box = root.get("viewBox") or f"0 0 {root.get('width')} {root.get('height')}"
    for parent in list(root.iter()):
        for child in list(parent):
            if not str(child.tag).startswith(f"{{{SVG}}}") or child.tag[len(SVG) + 2 :] in LEFT_OUT:
                parent.remove(child)
    for element in root.iter():
        _rewrite(element, name, rules)
    kept = {key: value for key, value in root.attrib.items() if key not in ROOT_ONLY}
    root.attrib.clear()
    root.attrib.update({"id": name, "viewBox": box, **kept})
    if class_:
        root.set("class", class_)
    root.tag = f"{{{SVG}}}symbol"
    root.tail = None
    text = _without_namespaces(ElementTree.tostring(root, encoding="unicode"))
    return text if rules is not None else _BETWEEN.sub("><", text)


def both_sides(white: str, black: str, names: tuple[str, str]) -> str:
    """The symbols of a piece of both sides, with these names and the classes ``w`` and ``b``.

    If both are drawn alike, their outlines stand once before them; each has its own gradients.
    """
    first, second = symbol(white, names[0], class_="w"), symbol(black, names[1], class_="b")
    if first.replace(names[0], names[1]).replace('class="w"', 'class="b"') != second:
        return first + second
    sides = [ElementTree.fromstring(each) for each in (first, second)]
    shared = ElementTree.Element("defs")
    for definitions in sides[0].findall("defs"):
        shared.extend(child for child in definitions if child.tag in OUTLINES)
    known = {child.get("id", "") for child in shared}
    for side in sides:
        for definitions in side.findall("defs"):
            for child in [each for each in definitions if each.tag in OUTLINES]:
                definitions.remove(child)
        for element in side.iter():
            for key, value in element.attrib.items():
                element.set(key, _shared(value, names, known))
    return "".join(ElementTree.tostring(each, encoding="unicode") for each in (shared, *sides))


def _shared(value: str, names: tuple[str, str], known: set[str]) -> str:
    """An attribute, with Black's reference to an outline as White's."""
    of_white = value.replace(names[1], names[0], 1)
    used = _REFERENCE.fullmatch(of_white)
    name = used[1] if used else of_white.removeprefix("#")
    return of_white if name in known else value


def _rewrite(element: ElementTree.Element, name: str, rules: Rules | None) -> None:
    if rules is not None:
        classes = element.attrib.pop("class", "").split()
        for declarations in (rules[each] for each in classes if each in rules):
            element.attrib.update(declarations)
    else:
        # A page's content security policy allows no style of an element's own.
        for declaration in element.attrib.pop("style", "").split(";"):
            key, _, value = declaration.partition(":")
            if value:
                element.set(key.strip(), value.strip())
        for each in element.get("class", "").split():
            element.attrib.pop(STYLED.get(each, ""), None)
        if "d" in element.attrib:
            element.set("d", _SPACE.sub(" ", element.attrib["d"]).strip())
    for key, value in list(element.attrib.items()):
        if key == "id":
            element.set(key, f"{name}-{value}")
        elif key in ("href", f"{{{XLINK}}}href") and value.startswith("#"):
            del element.attrib[key]
            element.set("href", f"#{name}-{value[1:]}")
        elif key.startswith("{"):
            del element.attrib[key]  # of a drawing program
        else:
            element.set(key, _REFERENCE.sub(rf"url(#{name}-\1)", value))


def _without_namespaces(text: str) -> str:
    """ElementTree writes `ns0:path`; inside our document the prefix is not needed."""
    return re.sub(r"(</?)ns\d+:", r"\1", re.sub(r' xmlns:ns\d+="[^"]*"', "", text))
