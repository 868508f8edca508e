"""What takes the place of anyio where it is not installed: the parts that tools of the document's kind use, on threads."""

import asyncio
import importlib.util
import sys
import types


def install():
    if importlib.util.find_spec("anyio") is not None:
        return
    module = types.ModuleType("anyio")
    module.__doc__ = "A stand-in of Sigma Shell for anyio, which is not installed; it has a few of its functions."
    module.open_file = open_file
    module.Path = Path
    module.sleep = asyncio.sleep
    module.run_process = run_process
    module.to_thread = types.SimpleNamespace(run_sync=run_sync)
    sys.modules["anyio"] = module


async def run_sync(function, *arguments, **_options):
    return await asyncio.get_running_loop().run_in_executor(None, lambda: function(*arguments))


async def open_file(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    def opened():
        return open(file, mode, buffering, encoding, errors, newline, closefd, opener)

    return AsyncFile(await run_sync(opened))


class AsyncFile:
    """A file whose reading and writing is done in threads."""

    def __init__(self, file):
        self.wrapped = file

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await run_sync(self.wrapped.close)

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await run_sync(self.wrapped.readline)
        if line:
            return line
        raise StopAsyncIteration

    async def aclose(self):
        await run_sync(self.wrapped.close)

    def __getattr__(self, name):
        value = getattr(self.wrapped, name)
        if not callable(value):
            return value

        async def method(*arguments):
            return await run_sync(value, *arguments)

        return method


_ASYNC = frozenset(
    "exists is_file is_dir is_symlink stat lstat mkdir rmdir unlink touch rename replace resolve chmod "
    "read_text read_bytes write_text write_bytes samefile symlink_to hardlink_to expanduser".split()
)


class Path:
    """A path whose questions to the disk are awaited."""

    def __init__(self, *parts):
        import pathlib

        self._path = pathlib.Path(*[getattr(one, "_path", one) for one in parts])

    def __fspath__(self):
        return str(self._path)

    def __str__(self):
        return str(self._path)

    def __repr__(self):
        return "Path({!r})".format(str(self._path))

    def __truediv__(self, other):
        return Path(self._path / getattr(other, "_path", other))

    def __eq__(self, other):
        return self._path == getattr(other, "_path", other)

    def __hash__(self):
        return hash(self._path)

    @classmethod
    async def cwd(cls):
        import pathlib

        return cls(pathlib.Path.cwd())

    async def open(self, mode="r", **options):
        return await open_file(self._path, mode, **options)

    async def _listed(self, find):
        for one in await run_sync(lambda: list(find())):
            yield Path(one)

    def iterdir(self):
        return self._listed(self._path.iterdir)

    def glob(self, pattern):
        return self._listed(lambda: self._path.glob(pattern))

    def rglob(self, pattern):
        return self._listed(lambda: self._path.rglob(pattern))

    def __getattr__(self, name):
        value = getattr(self._path, name)
        if name in _ASYNC:

            async def method(*arguments, **options):
                return _wrapped(await run_sync(lambda: value(*arguments, **options)))

            return method
        if callable(value):
            return lambda *arguments, **options: _wrapped(value(*arguments, **options))
        return _wrapped(value)


def _wrapped(value):
    import pathlib

    return Path(value) if isinstance(value, pathlib.PurePath) else value


async def run_process(command, input=None, stdout=-1, stderr=-1, check=True, cwd=None, env=None):
    import subprocess

    options = {"stdin": -3 if input is None else -1, "stdout": stdout, "stderr": stderr, "cwd": cwd, "env": env}
    if isinstance(command, (str, bytes)):
        process = await asyncio.create_subprocess_shell(command, **options)
    else:
        process = await asyncio.create_subprocess_exec(*command, **options)
    output, errors = await process.communicate(input)
    if check and process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command, output, errors)
    return subprocess.CompletedProcess(command, process.returncode, output, errors)
