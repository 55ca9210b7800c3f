"""Checks a page of assay-report without a browser: page.py FILE prints what is wrong."""
import sys
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "hr", "img", "input"}
bad = []


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.count, self.ids, self.level, self.title = [], {}, set(), 0, ""

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if len(a) != len(attrs):
            bad.append(f"{self.getpos()}: an attribute twice in <{tag}>")
        if tag not in VOID:
            self.open.append(tag)
        self.seen(tag, a)

    def handle_startendtag(self, tag, attrs):
        self.seen(tag, dict(attrs))

    def seen(self, tag, a):
        self.count[tag] = self.count.get(tag, 0) + 1
        where = f"line {self.getpos()[0]}: <{tag}>"
        if tag in ("script", "iframe", "object", "embed", "link", "img", "base", "form"):
            bad.append(f"{where} is not for such a page")
        for name, value in a.items():
            if name.startswith("on") or "javascript:" in (value or ""):
                bad.append(f"{where} has {name}")
            if name in ("src", "srcset", "data", "action", "poster"):
                bad.append(f"{where} loads {value}")
            if name in ("href", "xlink:href"):
                if not value.startswith("#"):
                    bad.append(f"{where} leads to {value}")
        if "id" in a:
            if a["id"] in self.ids:
                bad.append(f"{where}: id {a['id']} twice")
            self.ids.add(a["id"])
        if tag == "th" and a.get("scope") not in ("row", "col"):
            bad.append(f"{where} has no scope")
        if tag == "svg" and (a.get("role") != "img" or len(a.get("aria-label", "")) < 20):
            bad.append(f"{where} has no name")
        if tag == "html" and a.get("lang") != "en":
            bad.append("no language")
        if tag in ("h1", "h2", "h3", "h4"):
            if int(tag[1]) > self.level + 1:
                bad.append(f"{where} after h{self.level}")
            self.level = int(tag[1])

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            bad.append(f"line {self.getpos()[0]}: </{tag}> ends nothing")

    def handle_data(self, data):
        if self.open and self.open[-1] == "title":
            self.title += data
        if self.open and self.open[-1] == "style" and ("@import" in data or "url(" in data):
            bad.append("the style loads something")


text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
page.close()
if page.open:
    bad.append(f"not ended: {page.open}")
for tag in ("h1", "header", "nav", "main", "footer", "title"):
    if page.count.get(tag) != 1:
        bad.append(f"{page.count.get(tag, 0)} of <{tag}>")
if page.count.get("caption", 0) != page.count.get("table", 0):
    bad.append("a table has no caption")
if page.count.get("figcaption", 0) != page.count.get("figure", 0):
    bad.append("a figure has no caption")
if not page.title.strip():
    bad.append("no title")
for part in ('name="viewport"', "prefers-color-scheme: dark", "@media print"):
    if part not in text:
        bad.append(f"no {part}")
if len(text) > 2_000_000:
    bad.append(f"{len(text)} bytes")
print("\n".join(bad))
sys.exit(1 if bad else 0)
