"""Copies a folder so that both share their blocks (FICLONE), and writes down how each entry was and what its copy is.

Arguments: the folder, a path at which nothing is, and the file for what the copy begins with: a JSON line for each entry that is not
within a `.git`, its path, then its fields (`BaseEntry`). Writes one JSON object to standard output (`CloneSummary`). Ends with 3, and
a part of the copy there, where files cannot share their blocks. Names that are not UTF-8 have lone surrogates (PEP 383).
"""

import gc
import os
import sys

# Isolated, Python does not look beside a program for its modules.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from entries import FULL, CannotShare, Lines, copy_file, copy_link, keep_attributes, note_failure
from folders import OpenFolders, is_repository, join, walk
from workers import Worker, changed_since

CANNOT_SHARE = 3
MAX_WORKERS = 4
# Files of one folder that are left to one worker.
MAX_FILES = 512


def main(source, target, base_file):
    gc.disable()
    # Files are made with the permissions that they are to have.
    os.umask(0)
    os.mkdir(target, 0o700)
    try:
        with Lines(base_file) as lines:
            found = clone(source, target, lines)
    except CannotShare:
        return CANNOT_SHARE
    except OSError as error:
        if error.errno not in FULL:
            raise
        found = {"full": error.strerror}
    # It takes a while to load, and the processes that copy begin without it.
    import json

    json.dump(found, sys.stdout)
    return 0


def clone(source, target, lines):
    folders = OpenFolders(source, target)
    found = {"entries": 0, "changed": [], "special": [], "failed": [], "leadingBack": [], "repositories": []}
    walked = walk(folders, found["failed"])
    workers = []
    try:
        for share in shares_of(walked):
            workers.append(Worker(folders, share, lines, workers))
        looks = copy_links(folders, walked, lines, found)
        linked = []
        for worker in workers:
            linked += worker.copied(found, lines)
        looks += copy_several_names(folders, linked, lines, found)
        for worker in workers:
            worker.look_again()
        finish_folders(folders, walked, lines, found)
        found["changed"] += changed_since(folders, looks)
        for worker in workers:
            found["changed"] += worker.changed()
    finally:
        for worker in workers:
            worker.end()
    found["entries"] += lines.count
    return found


def shares_of(walked):
    """Divides the files: most folders go to one worker, since two that make files in one wait for each other."""
    chunks = [
        (folder, folder.files[at : at + MAX_FILES])
        for folder in walked
        for at in range(0, len(folder.files), MAX_FILES)
    ]
    shares = [[] for _ in range(max(1, min(MAX_WORKERS, len(os.sched_getaffinity(0)), len(chunks))))]
    sizes = [0] * len(shares)
    for chunk in chunks:
        least = sizes.index(min(sizes))
        shares[least].append(chunk)
        sizes[least] += len(chunk[1])
    return shares


def copy_links(folders, walked, lines, found):
    """Copies symbolic links; pipes, sockets and devices are doors to programs of the original, and a copy has none."""
    looks = []
    for folder in walked:
        times = []
        for name in folder.others:
            path = join(folder.path, name)
            try:
                link = copy_link(*folders.open(folder.path), name)
            except OSError as error:
                note_failure(found, path, error)
                continue
            if folder.is_git:
                continue
            if link is None:
                found["special"].append(path)
                continue
            was, copy, to = link
            lines.add(path, "symlink", was, copy, to)
            times.append((name, was.st_ctime_ns))
            if to == folders.source_path or to.startswith(folders.source_path + "/"):
                found["leadingBack"].append(path)
            if is_repository(path):
                found["repositories"].append(folder.path)
        looks.append((folder.path, times))
    return looks


def copy_several_names(folders, linked, lines, found):
    """Copies files of several names as such; their prints are those after the last name was made."""
    first, names, looks = {}, [], []
    for folder, name, is_git in linked:
        path = join(folder, name)
        try:
            source, target = folders.open(folder)
            was = os.stat(name, dir_fd=source, follow_symlinks=False)
            if (was.st_dev, was.st_ino) in first:
                of, was = first[was.st_dev, was.st_ino]
                os.link(of, name, src_dir_fd=folders.target, dst_dir_fd=target, follow_symlinks=False)
            else:
                was, _ = copy_file(source, target, name, folders.owners)
                first[was.st_dev, was.st_ino] = (path, was)
        except OSError as error:
            note_failure(found, path, error)
            continue
        if not is_git:
            names.append((folder, name, was))
    for folder, name, was in names:
        lines.add(join(folder, name), "file", was, os.stat(name, dir_fd=folders.target_of(folder), follow_symlinks=False))
        looks.append((folder, [(name, was.st_ctime_ns)]))
    return looks


def finish_folders(folders, walked, lines, found):
    """Gives the copied folders what their originals have, the deepest first, and looks whether anything came or went in these."""
    for folder in reversed(walked):
        target = folders.target_of(folder.path)
        keep_attributes(target, folder.stats, folder.attributes)
        if folder.path and not folder.is_below_git:
            lines.add(folder.path, "directory", folder.stats, os.fstat(target))
        if folder.is_git:
            if not folder.is_below_git:
                found["repositories"].append(os.path.dirname(folder.path))
            continue
        now = folders.names_in(folder)
        found["changed"] += [folder.path] if now is None else [join(folder.path, name) for name in now ^ folder.names()]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
