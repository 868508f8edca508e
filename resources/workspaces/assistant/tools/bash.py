import asyncio


async def tool(command: str, timeout: int = 30) -> str:
    """Run a bash command in the workspace.

    Args:
        command: The command line.
        timeout: Most seconds that it may run.

    Returns:
        What it printed, and its exit code where it is not 0.
    """
    process = await asyncio.create_subprocess_exec(
        "bash", "-c", command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(), timeout)
    except asyncio.TimeoutError:
        process.kill()
        await process.wait()
        raise TimeoutError("The command ran longer than {} s and was ended".format(timeout))
    text = output.decode("utf-8", "replace")
    if process.returncode != 0:
        text += "\n(exit code {})".format(process.returncode)
    return text.strip() or "(no output)"
