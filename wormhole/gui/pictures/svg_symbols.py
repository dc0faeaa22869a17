"""Drawings as symbols of a larger SVG document."""

from __future__ import annotations

import re
from xml.etree import ElementTree

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
ROOT_ONLY = ("width", "height", "viewBox", "id", "data-piece")
LEFT_OUT = ("title", "desc", "metadata", "script", "style")
_RULE = re.compile(r"\.([\w-]+)\s*\{([^}]*)\}")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")

Rules = dict[str, dict[str, str]]


def rules_of(css: str) -> Rules:
    """The declarations of each class in our style sheets."""
    return {
        name: dict(part.strip().split(": ", 1) for part in body.split(";") if part.strip())
        for name, body in _RULE.findall(css)
    }


def symbol(svg: str, name: str, rules: Rules | None = None, class_: str = "") -> str:
    """A drawing as a symbol: ids of its own, and the style sheet's colours as attributes.

    Without ``rules`` it keeps its classes, for the style sheet of a page; ``class_`` is then its own class.
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
    text = ElementTree.tostring(root, encoding="unicode")
    return _without_namespaces(text)


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
