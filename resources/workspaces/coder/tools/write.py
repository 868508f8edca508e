import anyio


async def tool(file_path: str, content: str) -> str:
    """Write a text file of the workspace; what was there is replaced.

    Args:
        file_path: Path of the file, relative to the workspace.
        content: The whole new text.

    Returns:
        What was written.
    """
    path = anyio.Path(file_path)
    await path.parent.mkdir(parents=True, exist_ok=True)
    async with await anyio.open_file(file_path, "w", encoding="utf-8") as file:
        await file.write(content)
    return "Wrote {} characters to {}".format(len(content), file_path)
