"""Lets code import and execute those files of the workspace alone that a person trusted, byte for byte."""

import hashlib
import importlib.machinery
import os
import sys
from importlib import _bootstrap_external as _external

_sha256 = hashlib.sha256
_realpath = os.path.realpath
_open = open

# Programs that run the file which is their first argument.
INTERPRETERS = ("sh", "bash", "dash", "zsh", "ksh", "node", "perl", "ruby", "php", "env")


class TrustedFiles:
    def __init__(self, root):
        self.root = root
        self._inside = root.rstrip(os.sep) + os.sep
        self._hashes = {}
        # What was imported, by file: the hash of the bytes that ran.
        self.imported = {}

    def set(self, hashes):
        self._hashes = hashes

    def hash_of(self, file):
        return self._hashes.get(file)

    def relative(self, path):
        """The file's name in the workspace; None for what lies elsewhere. A link in it that leads elsewhere has its own name."""
        for one in (_realpath(os.fspath(path)), os.path.abspath(os.fspath(path))):
            if one.startswith(self._inside):
                return one[len(self._inside) :].replace(os.sep, "/")
        return None

    def check(self, path, data):
        """Raises ImportError unless these bytes of a file of the workspace were trusted."""
        file = self.relative(path)
        if file is None:
            return
        digest = _sha256(data).hexdigest()
        if self._hashes.get(file) != digest:
            raise ImportError("{} is not what was trusted, so it is not run".format(file), path=str(path))
        self.imported[file] = digest

    def may_execute(self, path):
        file = self.relative(path)
        if file is None or not os.path.isfile(path):
            return True
        try:
            if os.path.islink(path):
                # Trust binds where a link leads.
                target = ("link " + os.readlink(path)).encode("utf-8", "surrogateescape")
                if self._hashes.get(file) == _sha256(target).hexdigest():
                    return True
            with _open(path, "rb") as opened:
                return self._hashes.get(file) == _sha256(opened.read()).hexdigest()
        except OSError:
            return False

    def install(self):
        original = _external.FileLoader.get_data
        trusted = self

        def get_data(self, path):
            inside = trusted.relative(path) is not None
            if inside and str(path).endswith(".pyc") and "__pycache__" in str(path):
                # As if it were not there: the source is read.
                raise OSError("compiled files of the workspace are not read")
            data = original(self, path)
            if inside:
                trusted.check(path, data)
            return data

        _external.FileLoader.get_data = get_data
        create = importlib.machinery.ExtensionFileLoader.create_module

        def create_module(self, spec):
            if trusted.relative(self.path) is not None:
                with _open(self.path, "rb") as opened:
                    trusted.check(self.path, opened.read())
            return create(self, spec)

        importlib.machinery.ExtensionFileLoader.create_module = create_module
        sys.path_hooks.insert(0, self._path_hook)
        sys.path_importer_cache.clear()
        sys.addaudithook(self._audit)

    def _path_hook(self, path):
        """Archives of the workspace are no places to import from."""
        if os.path.isfile(path) and self.relative(path) is not None:
            return _Nothing()
        raise ImportError

    def _audit(self, event, args):
        if event == "subprocess.Popen":
            executable, argv, cwd = args[0], args[1], args[2]
            self._audit_command(executable, argv, cwd)
        elif event == "os.exec":
            self._audit_command(args[0], args[1], None)
        elif event == "os.posix_spawn":
            self._audit_command(args[0], args[1], None)

    def _audit_command(self, executable, argv, cwd):
        words = [os.fsdecode(one) for one in argv] if isinstance(argv, (list, tuple)) else []
        program = os.fsdecode(executable) if executable is not None else (words[0] if words else "")
        base = os.fsdecode(cwd) if cwd else os.getcwd()
        candidates = [program] if os.sep in program else []
        name = os.path.basename(program)
        if name.startswith("python") or name in INTERPRETERS:
            candidates += [word for word in words[1:] if not word.startswith("-")][:1]
        for one in candidates:
            path = os.path.join(base, one)
            if not self.may_execute(path):
                raise PermissionError("{} is not what was trusted, so it is not executed".format(self.relative(path)))


class _Nothing:
    """Finds no module."""

    @staticmethod
    def find_spec(fullname, target=None):
        return None
