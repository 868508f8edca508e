#!/usr/bin/env python3
"""A tool provider: two tools for notes, answered side by side. It needs the standard library alone.

One JSON object a line: declarations first, an empty line, then an answer for each call, in any order.
"""

import json
import sys
import threading
from pathlib import Path

DECLARATIONS = [
    {
        "name": "find_notes",
        "description": "Finds lines of notes.md that contain a text, with their numbers.",
        "parameters": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "What to look for; capitals do not count."}},
            "required": ["text"],
        },
    },
    {
        "name": "add_note",
        "description": "Appends a line to notes.md in the working directory.",
        "parameters": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "One line."}},
            "required": ["text"],
        },
    },
]

writing = threading.Lock()


def find_notes(folder, text):
    notes = folder / "notes.md"
    lines = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
    return [{"line": number, "text": line} for number, line in enumerate(lines, 1) if text.lower() in line.lower()]


def add_note(folder, text):
    if "\n" in text:
        raise ValueError("A note is one line")
    with (folder / "notes.md").open("a", encoding="utf-8") as notes:
        notes.write(f"- {text}\n")
    # No answer of its own: the model reads "OK".
    return None


TOOLS = {"find_notes": find_notes, "add_note": add_note}


def say(message):
    """Write one line at once: a pipe is not a terminal, so each line is flushed."""
    with writing:
        print(json.dumps(message), flush=True)


def answer(call):
    function = call["function"]
    try:
        # Arguments are JSON as text, as the model wrote it; `dir` is the session's working directory.
        content = TOOLS[function["name"]](Path(call["context"]["dir"]), **json.loads(function["arguments"]))
    except Exception as error:
        # What the model reads. Diagnostics for people go to standard error.
        print(f"{function['name']}: {error!r}", file=sys.stderr, flush=True)
        content = {"error": str(error)}
    say({"call_id": call["call_id"], "content": content})


def main():
    for declaration in DECLARATIONS:
        say({"type": "function", "function": declaration})
    print(flush=True)
    for line in sys.stdin:
        threading.Thread(target=answer, args=(json.loads(line),)).start()


if __name__ == "__main__":
    main()
