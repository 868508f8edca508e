from pathlib import Path

BOOKS = Path("data/books.md")


async def tool(title: str, author: str = "unknown") -> str:
    """Adds a book to the reading list.

    Args:
        title: As it stands on the cover.
        author: Who wrote it.
    """
    line = "- {}, {}".format(title, author)
    known = BOOKS.read_text(encoding="utf-8").splitlines() if BOOKS.exists() else []
    if line in known:
        return "It is on the list already."
    BOOKS.write_text("\n".join([*known, line]) + "\n", encoding="utf-8")
    return "Added. The list has {} books.".format(len(known) + 1)
