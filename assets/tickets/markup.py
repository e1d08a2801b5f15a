"""Text out of what trackers write: wiki markup, documents in JSON, HTML. Code and lists stay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from assets.tickets.replies.html import to_lines

_MARKED = re.compile(
    r"\{(?:code|noformat|html|quote|panel|color|anchor)\b|\{\{|^h[1-6]\. |^bq\. |^\|\||\[~|\[\^|\[[^\]\n]{0,300}(?:\||https?://)"
    r"|![^\s!|][^!|\n]{0,200}\.\w{2,5}(?:\|[^!\n]{0,200})?!",
    re.MULTILINE,
)
"""What only wiki markup has: nothing is taken off a text without it."""
_BLOCK = re.compile(r"(?<!\\)\{(code|noformat|html)(?::([^}\n]{0,300}))?\}")
_TITLE = re.compile(r"\btitle=([^|}]+)")
_CONTAINER = re.compile(
    r"\{(?:color|anchor|panel|section|column|center|expand|info|note|tip|warning)(?::([^}\n]{0,300}))?\}"
)
_QUOTE = re.compile(r"\{quote\}(.*?)\{quote\}", re.DOTALL)
_LINE = re.compile(
    r"^(?:h[1-6]\. +|(bq\. +)|([*#-]*[*#]|-) +(?=\S)|\|\|?(.*?)\|\|?[ \t]*$|-{4,}\s*$)", re.MULTILINE
)
_CELLS = re.compile(r" *\|\|? *")
_LINK = re.compile(r"\[(?:([^\[\]|\n]{1,500})\|)?\s*([^\[\]|\n]{1,2000})(?:\|[^\[\]\n]{0,40})?\]")
_IMAGE = re.compile(r"!([^\s!|][^!|\n]{0,200}\.\w{2,5})(?:\|[^!\n]{0,200})?!")
_STRONG = re.compile(
    r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,500}?)(?<=\S)\*(?![\w*])|(?<![\w_])_(?=[^\s_])([^_\n]{1,500}?)(?<=\S)_(?![\w_])"
)
_MONO = re.compile(r"\{\{([^\n]{1,300}?)\}\}")
_ESCAPED = re.compile(r"\\([{}\[\]*_!|#~^+-])")
_ADDRESS = re.compile(r"(?:https?|ftp|mailto|file):|www\.|/|#", re.IGNORECASE)
_BLANKS = re.compile(r"\n{3,}")

_HTML = re.compile(
    r"\s*(?:<!doctype\s+html|<(?:html|body|div|p|span|table|ul|ol|blockquote|pre|h[1-6]|b|strong|font)\b[^<>]*>"
    r".*</\w+\s*>\s*$)",
    re.DOTALL | re.IGNORECASE,
)


def is_html(text: str) -> bool:
    """Whether a text of which nothing is said is HTML as a whole; one that shows a tag is not."""
    return "<" in text and _HTML.match(text) is not None


def html_text(source: str) -> str:
    """The visible text of HTML: a line a block, items of lists with a dash, `<pre>` as it is, links by their
    text. What is too large or too deep for a tree loses its tags and nothing else."""
    return _BLANKS.sub("\n\n", to_lines(source)[1].replace("\u00a0", " ")).strip()


def wiki_text(source: str) -> tuple[str, list[str]]:
    """Jira's wiki markup as text, and the names of the files it shows. Code stands between fences, a quote
    between quotation marks: it is part of what its writer says. HTML in it is read as what it shows."""
    if _MARKED.search(source) is None:
        return source.strip(), []
    parts: list[str] = []
    files: list[str] = []
    at = 0
    opened = _BLOCK.search(source)
    while opened:
        closed = source.find("{" + opened[1] + "}", opened.end())
        parts.append(_prose(source[at : opened.start()], files))
        if closed < 0:  # an end without a beginning, or a beginning without an end
            at = opened.end()
        elif opened[1] == "html":
            parts.append(f"\n{html_text(source[opened.end() : closed])}\n")
            at = closed + len("{html}")
        else:
            title = _TITLE.search(opened[2] or "")
            code = source[opened.end() : closed].strip("\n").rstrip()
            parts.append(f"\n{title[1].strip()}:\n" if title else "\n")
            parts.append(f"```\n{code}\n```\n" if code.strip() else "")
            at = closed + len(opened[1]) + 2
        opened = _BLOCK.search(source, at)
    parts.append(_prose(source[at:], files))
    return _BLANKS.sub("\n\n", "".join(parts)).strip(), list(dict.fromkeys(files))


def _prose(source: str, files: list[str]) -> str:
    if not source.strip():
        return source
    text = source
    if "{" in text:
        text = _QUOTE.sub(lambda match: f"\n“{match[1].strip()}”\n" if match[1].strip() else "", text)
        text = text.replace("{quote}", "")
        text = _CONTAINER.sub(_titled, text)
        text = _MONO.sub(r"\1", text)
    if "!" in text:
        text = _IMAGE.sub(lambda match: _shown(match[1], files), text)
    if "[" in text:
        text = _LINK.sub(lambda match: _link(match, files), text)
    text = _LINE.sub(_line, text)
    if "*" in text or "_" in text:
        text = _STRONG.sub(lambda match: match[1] or match[2], text)
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", text)
    return text


def _titled(match: re.Match[str]) -> str:
    title = _TITLE.search(match[1] or "")
    return f"{title[1].strip()}:\n" if title else ""


def _shown(name: str, files: list[str]) -> str:
    files.append(name.rsplit("/", 1)[-1])
    return f"({files[-1]})"


def _link(match: re.Match[str], files: list[str]) -> str:
    """`[text|address]` is its text and its address, `[~user]` a mention, `[^file]` a file; brackets around
    other things are only brackets."""
    text, target = match[1], match[2].strip()
    if text is None:
        if target.startswith("~"):
            return "@" + target[1:].removeprefix("accountid:")
        if target.startswith("^"):
            return _shown(target[1:], files)
        return target if _ADDRESS.match(target) and not target.startswith(("/", "#")) else match[0]
    if target.startswith(("~", "^")):
        return text
    if _ADDRESS.match(target):
        return text if target.startswith("#") or target in text else f"{text} ({target})"
    return match[0]


def _line(match: re.Match[str]) -> str:
    if match[1]:
        return ""
    if marks := match[2]:
        return "  " * (len(marks) - 1) + "- "
    return f"| {_CELLS.sub(' | ', match[3])} |" if match[3] is not None else ""


_ADF_BLOCKS = frozenset(
    "paragraph heading blockquote codeBlock listItem taskItem decisionItem panel mediaSingle mediaGroup"
    " table tableRow rule expand nestedExpand bulletList orderedList taskList decisionList blockCard"
    " embedCard".split()
)


def adf_text(document: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Atlassian's document format as text, and the names of the files it shows; code and quotes as in
    `wiki_text`. Unknown nodes give what they hold. Its depth is bounded where it is read from JSON."""
    files: list[str] = []
    text = _node(document, files, 0)
    return _BLANKS.sub("\n\n", text).strip(), list(dict.fromkeys(files))


def is_adf(value: Any) -> bool:
    """Whether a field holds a document in that format."""
    return isinstance(value, dict) and (value.get("type") == "doc" or isinstance(value.get("content"), list))


def _node(node: Mapping[str, Any], files: list[str], level: int) -> str:
    kind = str(node.get("type"))
    attributes = node.get("attrs") if isinstance(node.get("attrs"), dict) else {}
    assert isinstance(attributes, dict)
    if kind == "text":
        return _marked(node)
    if kind == "hardBreak":
        return "\n"
    leaf = _leaf(kind, attributes, files)
    if leaf is not None:
        return leaf
    content = node.get("content")
    children = [item for item in content if isinstance(item, dict)] if isinstance(content, list) else []
    if kind in ("tableCell", "tableHeader"):
        return " ".join("".join(_node(item, files, level) for item in children).split())
    if kind == "tableRow":
        return "| " + " | ".join(_node(item, files, level) for item in children) + " |\n"
    if kind in ("bulletList", "orderedList", "taskList", "decisionList"):
        return _list(children, files, level, ordered=kind == "orderedList")
    inside = "".join(_node(item, files, level) for item in children)
    if kind == "codeBlock":
        return f"```\n{inside.strip(chr(10))}\n```\n\n" if inside.strip() else ""
    if kind == "blockquote":
        return f"“{inside.strip()}”\n\n" if inside.strip() else ""
    title = attributes.get("title")
    if kind in ("expand", "nestedExpand") and isinstance(title, str) and title:
        inside = f"{title}:\n{inside}"
    return f"{inside.rstrip(chr(10))}\n\n" if kind in _ADF_BLOCKS else inside


def _leaf(kind: str, attributes: Mapping[str, Any], files: list[str]) -> str | None:
    """The text of a node that holds no others, None for those that do."""
    if kind in ("mention", "emoji", "status", "placeholder"):
        said = attributes.get("text") or attributes.get("shortName") or ""
        return said if isinstance(said, str) else ""
    if kind in ("inlineCard", "blockCard", "embedCard"):
        url = attributes.get("url")
        return url if isinstance(url, str) else ""
    if kind in ("media", "mediaInline"):
        name = attributes.get("alt") or attributes.get("__fileName") or attributes.get("fileName")
        return _shown(name, files) if isinstance(name, str) and name else ""
    return None


def _marked(node: Mapping[str, Any]) -> str:
    text = node.get("text")
    if not isinstance(text, str):
        return ""
    marks = node.get("marks")
    for mark in marks if isinstance(marks, list) else ():
        if isinstance(mark, dict) and mark.get("type") == "link" and isinstance(mark.get("attrs"), dict):
            address = mark["attrs"].get("href")
            if isinstance(address, str) and address not in text:
                return f"{text} ({address})"
    return text


def _list(items: list[dict[str, Any]], files: list[str], level: int, *, ordered: bool) -> str:
    lines = []
    for number, item in enumerate(items, 1):
        inside = _BLANKS.sub("\n\n", _node(item, files, level + 1)).strip().replace("\n\n", "\n")
        lines.append(f"{'  ' * level}{f'{number}.' if ordered else '-'} {inside}\n")
    return "".join(lines) + ("\n" if level == 0 else "")
