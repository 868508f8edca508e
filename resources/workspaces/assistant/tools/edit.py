import anyio


async def tool(file_path: str, old_text: str, new_text: str) -> str:
    """Replace one passage of a text file.

    Args:
        file_path: Path of the file, relative to the workspace.
        old_text: The passage as it stands in the file; it must be there exactly once.
        new_text: What stands there afterwards.

    Returns:
        What was changed.
    """
    async with await anyio.open_file(file_path, encoding="utf-8") as file:
        text = await file.read()
    count = text.count(old_text) if old_text else 0
    if count != 1:
        raise ValueError("old_text is in {} {} times; it must be there exactly once".format(file_path, count))
    async with await anyio.open_file(file_path, "w", encoding="utf-8") as file:
        await file.write(text.replace(old_text, new_text))
    return "Changed {}".format(file_path)
