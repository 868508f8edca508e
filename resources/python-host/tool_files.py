"""Loads the tools and the system file of a workspace, and knows what each of them offers."""

import hashlib
import inspect
import os
import sys
import traceback
import types
import typing

_sha256 = hashlib.sha256
_signature = inspect.signature
_is_coroutine = inspect.iscoroutinefunction
_getdoc = inspect.getdoc
MAX_DEPTH = 6
MAX_NUMBER = 1e300


def text_of(value):
    """What an error says of itself; its name where that is nothing, or fails."""
    try:
        return str(value) or type(value).__name__
    except BaseException:  # noqa: B902
        return type(value).__name__


class ToolFiles:
    def __init__(self, root, trusted, told):
        self._root = root
        self._trusted = trusted
        self._told = told
        self._loaded = {}
        self._system = None
        self._count = 0

    def tool(self, file):
        return self._loaded[file][1]

    def load(self, files):
        """Loads what is new or changed, forgets the rest, and tells of each file what it offers."""
        stale = self._forget_changed_modules()
        wanted = {one["file"] for one in files}
        for file in [one for one in self._loaded if one not in wanted]:
            del self._loaded[file]
        if self._system and self._system[2] not in wanted:
            self._system = None
        return [self._load_one(one, stale) for one in files]

    def _forget_changed_modules(self):
        """Modules of the workspace whose files are others by now are imported anew, and what uses them is loaded anew."""
        changed = {file for file, digest in self._trusted.imported.items() if self._trusted.hash_of(file) != digest}
        if not changed:
            return False
        for name, module in list(sys.modules.items()):
            path = getattr(module, "__file__", None)
            file = path and self._trusted.relative(path)
            if file and not name.startswith("sigma_file_"):
                del sys.modules[name]
                self._trusted.imported.pop(file, None)
        return True

    def _load_one(self, one, stale):
        """Whatever comes of one file, the others are loaded."""
        try:
            return self._loaded_one(one, stale)
        except BaseException as error:  # noqa: B902
            self._loaded.pop(one["file"], None)
            return {"file": one["file"], "problem": self._problem(one["file"], error)}

    def _loaded_one(self, one, stale):
        file, digest, kind = one["file"], one["hash"], one["kind"]
        known = self._system if kind == "system" else self._loaded.get(file)
        if known and known[0] == digest and not stale:
            return self._described(file, kind)
        self._told(file)
        try:
            module = self._run(file, digest)
            found = self._found(module, kind)
        except BaseException as error:  # noqa: B902
            answer = {"file": file, "problem": self._problem(file, error)}
            if isinstance(error, ModuleNotFoundError) and error.name:
                answer["missingModule"] = error.name.split(".")[0]
            if known:
                answer.update(self._described(file, kind), isOld=True)
            return answer
        if kind == "system":
            self._system = (digest, found, file)
        else:
            self._loaded[file] = (digest, found)
        return self._described(file, kind)

    def _run(self, file, digest):
        path = os.path.join(self._root, *file.split("/"))
        with open(path, "rb") as opened:
            data = opened.read()
        if _sha256(data).hexdigest() != digest:
            raise ImportError("It changed while it was read; it is loaded again at the next turn")
        self._count += 1
        name = "sigma_file_{}".format(self._count)
        module = types.ModuleType(name)
        module.__file__ = path
        sys.modules[name] = module
        try:
            exec(compile(data, path, "exec", dont_inherit=True), module.__dict__)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        return module

    def _found(self, module, kind):
        if kind == "system":
            return _System(module, self._root)
        tool = getattr(module, "tool", None)
        if tool is None:
            raise TypeError("It has no function called tool; add `async def tool(...)`")
        if not _is_coroutine(tool):
            raise TypeError("Its function tool is not async; write `async def tool(...)`")
        return tool

    def _described(self, file, kind):
        if kind == "system":
            system = self._system[1]
            return {"file": file, "system": {"hasPrompt": system.has_prompt, "hasCompaction": system.has_compaction}}
        tool = self._loaded[file][1]
        parameters = [_parameter(one, tool) for one in _signature(tool).parameters.values()]
        return {"file": file, "tool": {"doc": _getdoc(tool) or "", "parameters": parameters}}

    def _problem(self, file, error):
        if isinstance(error, SyntaxError):
            return {"line": error.lineno or 1, "message": "Syntax error: {}".format(error.msg)}
        path = os.path.join(self._root, *file.split("/"))
        lines = [one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == path]
        text = "It ended the program" if isinstance(error, SystemExit) else text_of(error)
        kind = "" if isinstance(error, (ImportError, TypeError)) else "{}: ".format(type(error).__name__)
        return {"message": kind + text, **({"line": lines[-1]} if lines else {})}

    async def system_prompt(self):
        return await self._system[1].prompt()

    async def compact(self, history, max_tokens, complete):
        return await self._system[1].compact(history, max_tokens, complete)


class _System:
    """The functions of a system file, or the methods of its class System."""

    def __init__(self, module, root):
        kind = getattr(module, "System", None)
        of = kind(_workspace_path(root)) if isinstance(kind, type) else module
        self._prompt = getattr(of, "build_system_prompt", None)
        self._compact = getattr(of, "compact_history", None)
        self._is_class = of is not module
        self.has_prompt = callable(self._prompt)
        self.has_compaction = callable(self._compact)

    async def prompt(self):
        return await _awaited(self._prompt())

    async def compact(self, history, max_tokens, complete):
        names = _signature(self._compact).parameters
        more = {"max_tokens": max_tokens} if "max_tokens" in names else {}
        if "complete" in names:
            more["complete"] = complete
        elif self._is_class:
            return await _awaited(self._compact(history, complete, **more))
        return await _awaited(self._compact(history, **more))


def _workspace_path(root):
    from pathlib import Path

    return Path(root)


async def _awaited(value):
    return await value if inspect.isawaitable(value) else value


def _parameter(parameter, tool):
    empty = inspect.Parameter.empty
    answer = {"name": parameter.name, "kind": parameter.kind.name, "hasDefault": parameter.default is not empty}
    if parameter.annotation is not empty:
        answer["annotation"] = _name_of(parameter.annotation)
        answer["shape"] = _shape(_resolved(parameter.annotation, tool), MAX_DEPTH)
    if parameter.default is None or _can_be_told(parameter.default):
        answer["default"] = parameter.default
    return answer


def _can_be_told(value):
    """A text, a truth or a number that JSON has; one of hundreds of digits is none."""
    if isinstance(value, (int, float)):
        return -MAX_NUMBER <= value <= MAX_NUMBER
    return isinstance(value, str)


def _own_name(annotation):
    """Whatever stands there may have anything as its name."""
    name = getattr(annotation, "__name__", None)
    return name if isinstance(name, str) else None


def _name_of(annotation):
    """The name by which the type of a parameter is known: of a generic one, of what it is made of."""
    if isinstance(annotation, str):
        return annotation
    origin = typing.get_origin(annotation)
    return _own_name(origin if origin is not None else annotation) or ""


def _resolved(annotation, tool):
    """What a postponed annotation stands for, where that can be told."""
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, getattr(inspect.unwrap(tool), "__globals__", {}))  # noqa: S307
    except BaseException:  # noqa: B902
        return annotation


def _shape(annotation, depth):
    """A type as JSON: its name, what it is made of, the choices that it allows."""
    if depth == 0 or isinstance(annotation, str):
        return {"name": ""}
    if annotation is None or annotation is type(None):
        return {"name": "None"}
    origin = typing.get_origin(annotation)
    arguments = typing.get_args(annotation)
    if origin is None:
        return {"name": _own_name(annotation) or type(annotation).__name__}
    if origin is typing.Literal:
        choices = [one for one in arguments if _can_be_told(one)]
        return {"name": "Literal", "choices": choices}
    union = getattr(types, "UnionType", None)
    name = "Union" if origin is typing.Union or (union and origin is union) else (_own_name(origin) or type(origin).__name__)
    if name == "Annotated":
        return _shape(arguments[0], depth - 1)
    return {"name": name, "of": [_shape(one, depth - 1) for one in arguments if one is not Ellipsis]}
