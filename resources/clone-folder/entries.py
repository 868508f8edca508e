"""Single entries of a folder and their copies."""

import errno
import fcntl
import os
import stat

FULL = (errno.ENOSPC, errno.EDQUOT)
# _IOW(0x94, 9, int), <linux/fs.h>.
FICLONE = 0x40049409
SOURCE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
COPY = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
SET_ID = stat.S_ISUID | stat.S_ISGID


class CannotShare(Exception):
    """The file system does not let a file share its blocks with its copy."""


class NoFile(Exception):
    """Where a file was listed there is something else."""


class SeveralNames(Exception):
    """The file has several names, which its copy is to have, too."""


def note_failure(found, path, error):
    """Notes why an entry could not be copied; one that went in the meantime has nothing to be copied. Raises where the disk is full."""
    if error.errno in FULL:
        raise error
    if error.errno != errno.ENOENT:
        found["failed"].append([path, error.strerror])


class Lines:
    """The file for what the copy begins with: whole on disk under its name, or not there. Processes add to it in turn."""

    def __init__(self, file):
        self._file = file
        self._partial = file + ".partial"
        self._lines = []
        self.count = 0

    def __enter__(self):
        self._out = os.open(self._partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o600)
        return self

    def add(self, path, kind, was, copy, to=None):
        """Adds an entry; `was` is the state of the original before. Where that has changed since, nothing has that print any more."""
        text = '[%s,{"kind":"%s","mode":%d,"size":%d,"source":"%s","copy":"%s"%s}]\n' % (
            quoted(path),
            kind,
            stat.S_IMODE(copy.st_mode),
            copy.st_size,
            print_of(was),
            print_of(copy),
            "" if to is None else ',"target":' + quoted(to),
        )
        self._lines.append(text)
        self.count += 1

    def flush(self):
        """Writes what was added in one piece, so that no line of another process comes between."""
        data = "".join(self._lines).encode()
        self._lines = []
        if os.write(self._out, data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def sync(self):
        os.fsync(self._out)

    def __exit__(self, kind, *_):
        if kind is None:
            self.flush()
            self.sync()
            os.rename(self._partial, self._file)
            folder = os.open(os.path.dirname(self._file), os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)
        else:
            os.unlink(self._partial)
        os.close(self._out)


def quoted(text):
    """The text as JSON."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return '"' + text + '"'
    # Takes as long to load as a hundred files to copy, and few names need it.
    import json

    return json.dumps(text)


def print_of(stats):
    """Text that differs as soon as anything about an entry does; the same as that of the app (`walk-tree.ts`)."""
    if stat.S_ISDIR(stats.st_mode):
        return "%d:%d" % (stats.st_dev, stats.st_ino)
    return "%d:%d:%d:%d:%d:%d" % (
        stats.st_dev,
        stats.st_ino,
        stats.st_size,
        stats.st_mode,
        stats.st_mtime_ns,
        stats.st_ctime_ns,
    )


def copy_file(source, target, name, owners, most_names=None):
    """Copies a file between two open folders; answers with its state before, and with that of the copy.

    `owners` are those that a new file has. Raises NoFile; SeveralNames if it has more than `most_names`; CannotShare; OSError, with no copy left.
    """
    file = os.open(name, SOURCE, dir_fd=source)
    try:
        was = os.fstat(file)
        if not stat.S_ISREG(was.st_mode):
            raise NoFile
        if most_names is not None and was.st_nlink > most_names:
            raise SeveralNames
        copy = os.open(name, COPY, stat.S_IMODE(was.st_mode) & ~SET_ID, dir_fd=target)
        try:
            share(copy, file)
            attributes = attributes_of(file)
            # Each change takes the file system half as long as sharing the blocks does, even if nothing is another then.
            if attributes or was.st_mode & SET_ID or (was.st_uid, was.st_gid) != owners:
                keep_attributes(copy, was, attributes)
            else:
                keep_times(copy, was)
            return was, os.fstat(copy)
        except BaseException:
            os.unlink(name, dir_fd=target)
            raise
        finally:
            os.close(copy)
    finally:
        os.close(file)


def share(copy, file):
    try:
        fcntl.ioctl(copy, FICLONE, file)
    except OSError as error:
        if error.errno in FULL:
            raise
        raise CannotShare from error


def copy_link(source, target, name):
    """Copies a symbolic link; answers with its state, that of the copy, and where it leads, or None if it is none."""
    was = os.stat(name, dir_fd=source, follow_symlinks=False)
    if not stat.S_ISLNK(was.st_mode):
        return None
    to = os.readlink(name, dir_fd=source)
    os.symlink(to, name, dir_fd=target)
    keep_owner(lambda uid, gid: os.chown(name, uid, gid, dir_fd=target, follow_symlinks=False), was)
    os.utime(name, ns=(was.st_atime_ns, was.st_mtime_ns), dir_fd=target, follow_symlinks=False)
    return was, os.stat(name, dir_fd=target, follow_symlinks=False), to


def attributes_of(file):
    """Extended attributes of an open file or folder, access control lists with them."""
    try:
        names = os.listxattr(file)
        return [(name, os.getxattr(file, name)) for name in names] if names else []
    except OSError:
        return []


def keep_attributes(copy, was, attributes):
    """Gives an open file or folder all that its original has but its content, as far as the system lets us."""
    mode = stat.S_IMODE(was.st_mode)
    if not keep_owner(lambda uid, gid: os.fchown(copy, uid, gid), was):
        # A program that runs as its owner is no such program of another owner.
        mode &= ~SET_ID
    if attributes:
        os.fchmod(copy, mode | stat.S_IWUSR)
    for name, value in attributes:
        try:
            os.setxattr(copy, name, value)
        except OSError as error:
            if error.errno in FULL:
                raise
    os.fchmod(copy, mode)
    keep_times(copy, was)


def keep_times(copy, was):
    os.utime(copy, ns=(was.st_atime_ns, was.st_mtime_ns))


def keep_owner(change, was):
    """Gives away a copy to the owners of the original; answers whether it has them."""
    try:
        change(was.st_uid, was.st_gid)
        return True
    except PermissionError:
        try:
            change(-1, was.st_gid)
        except PermissionError:
            pass
        return False
