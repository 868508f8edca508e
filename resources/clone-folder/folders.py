"""Folders of a tree and of its copy, opened so that no link on the way is followed."""

import os

from entries import attributes_of

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
GIT = ".git"


def join(folder, name):
    return folder + "/" + name if folder else name


def is_repository(path):
    return path == GIT or path.endswith("/" + GIT)


class Folder:
    """A folder as it was listed."""

    __slots__ = ("path", "stats", "attributes", "folders", "files", "others", "is_below_git", "is_git")

    def __init__(self, path, file, is_below_git):
        self.path = path
        self.is_below_git = is_below_git
        # Whether it is a `.git`, or below one: nobody compares its entries.
        self.is_git = is_below_git or is_repository(path)
        self.stats = os.fstat(file)
        self.attributes = attributes_of(file)
        self.folders, self.files, self.others = [], [], []
        with os.scandir(file) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    self.folders.append(entry.name)
                elif entry.is_file(follow_symlinks=False):
                    self.files.append(entry.name)
                else:
                    self.others.append(entry.name)

    def names(self):
        return {*self.folders, *self.files, *self.others}


class OpenFolders:
    """Opens folders by their paths in the tree, and keeps the last one open."""

    def __init__(self, source, target):
        self.source_path = source
        self._roots = [os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC) for path in (source, target)]
        self._last = [(None, -1), (None, -1)]
        self.target = self._roots[1]
        own = os.fstat(self.target)
        self.owners = (own.st_uid, own.st_gid)

    def open(self, path):
        """Answers with the folder and its copy."""
        return self.source_of(path), self.target_of(path)

    def source_of(self, path):
        return self._open(0, path)

    def target_of(self, path):
        return self._open(1, path)

    def _open(self, side, path):
        at, file = self._last[side]
        if at == path:
            return file
        if at:
            os.close(file)
        self._last[side] = (None, -1)
        below = self._roots[side]
        for name in path.split("/") if path else ():
            above, below = below, None
            try:
                below = os.open(name, FOLDER, dir_fd=above)
            finally:
                if above != self._roots[side]:
                    os.close(above)
        self._last[side] = (path, below)
        return below

    def names_in(self, folder):
        """Names that are in the folder now; None if it is another one, or gone."""
        try:
            file = self.source_of(folder.path)
            now = os.fstat(file)
            if (now.st_dev, now.st_ino) != (folder.stats.st_dev, folder.stats.st_ino):
                return None
            return set(os.listdir(file))
        except OSError:
            return None


def walk(folders, failed):
    """Lists all folders, each before those in it, and makes their copies, which are empty."""
    walked = []
    waiting = [("", False)]
    for path, is_below_git in waiting:
        try:
            folder = Folder(path, folders.source_of(path), is_below_git)
        except FileNotFoundError:
            continue
        except OSError as error:
            if path == "":
                raise
            failed.append([path, error.strerror])
            continue
        if path:
            above, _, name = path.rpartition("/")
            os.mkdir(name, 0o700, dir_fd=folders.target_of(above))
        walked.append(folder)
        waiting += [(join(path, name), folder.is_git) for name in folder.folders]
    return walked
