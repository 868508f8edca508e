"""What this agent is told before anything else. Without a file like this there is a built-in one."""

from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def build_system_prompt() -> str:
    """Say who the agent is, and which skills it has."""
    skills = sorted(path.parent.name for path in HERE.glob("skills/*/SKILL.md"))
    return "\n".join(
        [
            "You keep a reading list for one person.",
            "Skills, each in skills/<name>/SKILL.md; read one before you do such work: {}.".format(", ".join(skills)),
        ]
    )
