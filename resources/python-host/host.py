"""Runs the Python files of one agent workspace.

It is told what to do by JSON lines on its standard input and answers by JSON lines on what was its standard output when it
started. What the workspace's code prints goes to its diagnostics. Python 3.8 and newer; the standard library alone.
"""

import asyncio
import os
import sys

sys.dont_write_bytecode = True

# Code of the workspace may replace parts of the modules that it shares with this program; what is used here is kept apart.
from json import JSONDecoder, JSONEncoder

_decode = JSONDecoder().decode


def _number(text):
    """A whole number is an integer however it is written, as it is where arguments are checked."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e21 else value


_decode_arguments = JSONDecoder(parse_float=_number).decode
_encode = JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
_encode_result = JSONEncoder(ensure_ascii=False).encode
_write = os.write
_exit = os._exit

MAX_MESSAGE = 20_000


class Wire:
    """The two descriptors on which the app and this program speak, out of reach of what is printed."""

    def __init__(self):
        self._in = os.dup(0)
        self._out = os.dup(1)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
        for one in (self._in, self._out):
            os.set_inheritable(one, False)
        self.is_ours = True
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.leave)
        sys.stdin = open(0, encoding="utf-8", errors="replace", closefd=False)
        sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)

    def leave(self):
        """Has a process that was forked by a tool neither read nor write what is the host's."""
        self.is_ours = False
        null = os.open(os.devnull, os.O_RDWR)
        for one in (self._in, self._out):
            os.dup2(null, one, inheritable=False)
        os.close(null)

    def end_copy(self):
        """Ends a forked process that has come back from the tool: it shares the loop's descriptors with the host."""
        if self.is_ours:
            return
        try:
            sys.stdout.flush()
        finally:
            _exit(0)

    def send(self, message):
        data = (_encode(message) + "\n").encode("ascii")
        view = memoryview(data)
        while view:
            view = view[_write(self._out, view) :]

    def lines(self, loop, on_line, on_end):
        """Calls `on_line` with each line that comes, on the loop."""
        os.set_blocking(self._in, False)
        held = bytearray()

        def on_readable():
            try:
                data = os.read(self._in, 1 << 20)
            except BlockingIOError:
                return
            if not data:
                loop.remove_reader(self._in)
                on_end()
                return
            held.extend(data)
            start = 0
            while True:
                end = held.find(b"\n", start)
                if end < 0:
                    break
                on_line(held[start:end].decode("utf-8", "replace"))
                start = end + 1
            del held[:start]

        loop.add_reader(self._in, on_readable)


class Host:
    def __init__(self, root, wire):
        from trusted_files import TrustedFiles
        from tool_files import ToolFiles, text_of

        self.root = root
        self.text_of = text_of
        self.wire = wire
        self.trusted = TrustedFiles(root)
        self.files = ToolFiles(root, self.trusted, self.told_loading)
        self.calls = {}
        self.completions = {}
        self.answer_bytes = 4_000_000
        self.ended = None

    async def run(self):
        loop = asyncio.get_running_loop()
        self.ended = loop.create_future()
        self.wire.lines(loop, self.take, lambda: self.ended.done() or self.ended.set_result(None))
        self.wire.send({"op": "ready", "version": sys.version.split()[0]})
        await self.ended

    def told_loading(self, file):
        self.wire.send({"op": "loading", "file": file})

    def take(self, line):
        message = _decode(line)
        op = message["op"]
        if op == "load":
            self.load(message)
        elif op == "cancel":
            task = self.calls.get(message["id"])
            if task:
                task.cancel()
        elif op == "completed":
            waiting = self.completions.pop(message["id"], None)
            if waiting and not waiting.done():
                if "error" in message:
                    waiting.set_exception(RuntimeError(message["error"]))
                else:
                    waiting.set_result(message.get("text", ""))
        else:
            self.start(op, message)

    def load(self, message):
        self.trusted.set(message["trusted"])
        self.answer_bytes = message["answerBytes"]
        self.wire.send({"op": "loaded", "id": message["id"], "files": self.files.load(message["files"])})

    def start(self, op, message):
        work = {"call": self.call, "prompt": self.prompt, "compact": self.compact}[op]
        identity = message["id"]
        task = asyncio.get_running_loop().create_task(self.answered(identity, work(message)))
        self.calls[identity] = task
        task.add_done_callback(lambda _: self.calls.pop(identity, None))

    async def answered(self, identity, work):
        """Answers whatever comes of the work, its own exits included."""
        try:
            try:
                text = await work
            finally:
                self.wire.end_copy()
            size = len(text.encode("utf-8", "surrogatepass"))
            if size > self.answer_bytes:
                raise ValueError(
                    "The answer is {} bytes long; at most {} are taken. Return less, or write it to a file".format(
                        size, self.answer_bytes
                    )
                )
            # What is no text in any encoding cannot be sent on.
            text = text.encode("utf-8", "replace").decode("utf-8")
        except asyncio.CancelledError:
            self.wire.send({"op": "failed", "id": identity, "message": "It was stopped", "isStopped": True})
        except BaseException as error:  # noqa: B902
            self.wire.send({"op": "failed", "id": identity, "message": self.words_of(error)})
        else:
            self.wire.send({"op": "answer", "id": identity, "content": text})

    def words_of(self, error):
        if isinstance(error, SystemExit):
            code = error.code if isinstance(error.code, str) else self.text_of(error.code)
            return "It ended the program (exit code {})".format(code)[:MAX_MESSAGE]
        return self.text_of(error)[:MAX_MESSAGE]

    async def call(self, message):
        tool = self.files.tool(message["file"])
        value = await tool(**_decode_arguments(message["arguments"]))
        return value if isinstance(value, str) else result_text(value)

    async def prompt(self, message):
        text = await self.files.system_prompt()
        if not isinstance(text, str):
            raise TypeError("build_system_prompt returned {} in place of a text".format(type(text).__name__))
        return text

    async def compact(self, message):
        async def complete(messages):
            return await self.complete(message["id"], messages)

        return result_text(await self.files.compact(message["history"], message["maxTokens"], complete))

    async def complete(self, identity, messages):
        waiting = asyncio.get_running_loop().create_future()
        key = "{}:{}".format(identity, len(self.completions) + 1)
        while key in self.completions:
            key += "+"
        self.completions[key] = waiting
        self.wire.send({"op": "complete", "id": key, "messages": messages})
        return await waiting


def result_text(value):
    """A value as JSON, as models are told it."""
    try:
        return _encode_result(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError("It returned {}, which is no JSON: {}".format(type(value).__name__, error)) from None


def main():
    wire = Wire()
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.realpath(os.environ["PSI_WORKSPACE"])
    # Python puts the folder of this program first; the workspace's comes last, so that none of its files takes the place of a module.
    sys.path[:] = [one for one in sys.path if one not in ("", here)]
    for extra in filter(None, os.environ.pop("SIGMA_PYTHON_PATHS", "").split(os.pathsep)):
        sys.path.append(extra)
    sys.path.append(root)
    sys.path.insert(0, here)
    import stand_ins
    import tool_files  # noqa: F401
    import trusted_files  # noqa: F401

    sys.path.remove(here)
    stand_ins.install()
    os.chdir(root)
    host = Host(root, wire)
    host.trusted.install()
    asyncio.run(host.run())


if __name__ == "__main__":
    main()
