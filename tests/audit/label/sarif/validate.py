"""Holds SARIF files against the schema of the standard, and against what assay says of its own.

    validate.py [--peer] FILE...

Prints a line for each thing that is wrong, with its file and place; exits 1 if there is any.
--peer wants of the jsonschema package, where there is one, the same answer on the schema.
"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DESCRIBES = {"$schema", "id", "title", "description", "default", "definitions"}
TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "null": lambda v: v is None,
}
# RFC 3986: what may stand in a reference, and a scheme before it where it must be absolute
REFERENCE = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*\Z")
FORMATS = {
    "uri-reference": REFERENCE.match,
    "uri": lambda s: REFERENCE.match(s) and re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", s),
    "date-time": lambda s: re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\Z", s),
}
KINDS = {"wired": "pass", "conditional": "open", "outside": "open", "not found": "open",
    "unknown": "open",
    "compile-call": "informational"}


def errors(schema, value, root, at=""):
    """Every way in which value is not what schema says (JSON Schema, draft 4)."""
    for word, want in schema.items():
        if word in DESCRIBES:
            continue
        if word == "$ref":
            target = root
            for part in want.removeprefix("#/").split("/"):
                target = target[part]
            yield from errors(target, value, root, at)
        elif word == "type":
            if not any(TYPES[t](value) for t in ([want] if isinstance(want, str) else want)):
                yield at, f"is no {want}"
        elif word == "enum":
            if value not in want:
                yield at, f"{value!r} is none of {want}"
        elif word == "anyOf" or word == "oneOf":
            fit = sum(not any(errors(s, value, root, at)) for s in want)
            if not fit or (word == "oneOf" and fit > 1):
                yield at, f"fits {fit} of {word}"
        elif word == "properties":
            for k in value if isinstance(value, dict) else ():
                if k in want:
                    yield from errors(want[k], value[k], root, f"{at}/{k}")
        elif word == "additionalProperties":
            for k in value if isinstance(value, dict) else ():
                if k not in schema.get("properties", {}):
                    if want is False:
                        yield f"{at}/{k}", "is no property"
                    elif want is not True:
                        yield from errors(want, value[k], root, f"{at}/{k}")
        elif word == "required":
            for k in want if isinstance(value, dict) else ():
                if k not in value:
                    yield at, f"lacks {k}"
        elif word == "items":
            for i, v in enumerate(value) if isinstance(value, list) else ():
                yield from errors(want, v, root, f"{at}/{i}")
        elif word == "minItems":
            if isinstance(value, list) and len(value) < want:
                yield at, f"has fewer than {want}"
        elif word == "uniqueItems":
            if want and isinstance(value, list):
                texts = [json.dumps(v, sort_keys=True) for v in value]
                if len(set(texts)) != len(texts):
                    yield at, "has one twice"
        elif word == "minimum" or word == "maximum":
            if TYPES["number"](value) and (value < want if word == "minimum" else value > want):
                yield at, f"{value} is past the {word}, {want}"
        elif word == "pattern":
            if isinstance(value, str) and not re.search(want, value):
                yield at, f"{value!r} is not {want}"
        elif word == "format":
            if isinstance(value, str) and not FORMATS[want](value):
                yield at, f"{value!r} is no {want}"
        else:
            sys.exit(f"validate.py: the schema says {word!r}, which it does not know")


def locations(v):
    """Every artifactLocation within v."""
    for item in v.values() if isinstance(v, dict) else v if isinstance(v, list) else ():
        yield from locations(item)
    if isinstance(v, dict) and "uri" in v:
        yield v


def own(run):
    """What labelaudit(1) promises beyond the schema."""
    rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
    for i, r in enumerate(run["results"]):
        at = f"/results/{i}"
        if rules[r["ruleIndex"]] != r["ruleId"]:
            yield at, "ruleIndex is another rule's"
        if r["kind"] != KINDS.get(r["ruleId"], "fail"):
            yield at, f"{r['ruleId']} is {r['kind']}"
        if (r["kind"] == "fail") == (r["level"] == "none"):
            yield at, f"{r['kind']} has level {r['level']}"
        if r["ruleId"] in ("wired", "fallback", "conditional"):
            steps = [s["location"] for f in r.get("codeFlows", ()) for t in f["threadFlows"]
                for s in t["locations"]]
            if len(steps) < 2 or not all("startLine" in s["physicalLocation"]["region"]
                    for s in steps if "physicalLocation" in s):
                yield at, "has no path with lines"
    bases = run["originalUriBaseIds"]
    for r in locations([run["artifacts"], run["results"], run["invocations"]]):
        if r["uri"].startswith("/") or ":" in r["uri"] or not REFERENCE.match(r["uri"]) or r[
                "uriBaseId"] not in bases:
            yield r["uri"], "is no relative reference"


def main(args):
    peer = None
    if args[:1] == ["--peer"]:
        args = args[1:]
        import jsonschema
        peer = jsonschema.Draft4Validator
    with open(os.path.join(HERE, "sarif-schema-2.1.0.json"), encoding="utf-8") as f:
        schema = json.load(f)
    bad = 0
    for name in args:
        with open(name, encoding="utf-8") as f:
            log = json.load(f)
        wrong = list(errors(schema, log, schema))
        if peer and peer(schema).is_valid(log) == bool(wrong):
            wrong.append(("", "jsonschema says otherwise"))
        if not wrong:
            wrong = [e for run in log["runs"] for e in own(run)]
        for at, what in wrong:
            print(f"{name}: {at}: {what}")
        bad += len(wrong)
    print(f"{len(args)} files, {bad} errors")
    return bad > 0


sys.exit(main(sys.argv[1:]))
