import anyio


async def tool(file_path: str, offset: int = 1, limit: int = 2000) -> str:
    """Read a text file of the workspace, with line numbers.

    Args:
        file_path: Path of the file, relative to the workspace.
        offset: First line to read, from 1.
        limit: Most lines to read.

    Returns:
        The lines, each with its number.
    """
    async with await anyio.open_file(file_path, encoding="utf-8", errors="replace") as file:
        lines = (await file.read()).splitlines()
    chosen = lines[max(0, offset - 1) : max(0, offset - 1) + limit]
    numbered = ["{:>6}  {}".format(offset + at, line) for at, line in enumerate(chosen)]
    left = len(lines) - (max(0, offset - 1) + len(chosen))
    if left > 0:
        numbered.append("({} more lines)".format(left))
    return "\n".join(numbered) or "(empty)"
