"""The words that this agent begins with, and how it shortens a long conversation."""

import os
from pathlib import Path

HERE = Path(os.environ.get("PSI_WORKSPACE") or Path(__file__).resolve().parent.parent)


async def build_system_prompt() -> str:
    """Say who the agent is, and which skills it has."""
    lines = [
        "You are a careful assistant who keeps notes for one person.",
        "Your workspace is {}. Notes lie in its folder notes.".format(HERE),
        "Say what you did in a sentence or two, and where it can be read.",
        "",
        "Skills; before such work read the whole of {}/skills/<name>/SKILL.md with the tool read:".format(HERE),
    ]
    return "\n".join(lines + (skills() or ["No skills configured."]))


def skills():
    found = []
    for file in sorted(HERE.glob("skills/*/SKILL.md")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("description: "):
                found.append("- {}: {}".format(file.parent.name, line[len("description: ") :].strip()))
                break
    return found


async def compact_history(history, max_tokens: int = 4000):
    """Keep the newest messages that fit; a call is never parted from its results."""
    kept = []
    size = 0
    for turn in reversed(turns(history)):
        size += sum(len(str(message)) // 4 for message in turn)
        if kept and size > max_tokens // 2:
            break
        kept.insert(0, turn)
    return [message for turn in kept for message in turn]


def turns(history):
    """Split at each message of the person."""
    found = []
    for message in history:
        if message.get("role") == "user" or not found:
            found.append([])
        found[-1].append(message)
    return found
