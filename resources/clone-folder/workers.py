"""Processes that copy files at the same time."""

import marshal
import os
import select
import signal
import sys

from entries import FULL, CannotShare, NoFile, SeveralNames, copy_file, note_failure
from folders import is_repository, join


# Time between two writings to the disk: what is left for the end is what all wait for.
FLUSH_SECONDS = 0.08


class Worker:
    """A process that copies its share of the files, and looks at them again once all others are copied, too."""

    def __init__(self, folders, chunks, lines, others):
        answers, tell = os.pipe()
        wait, self._go_on = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            # The others' ends of pipes: should all but this one end, it must not wait on for ever.
            for other in (self, *others):
                os.close(other._go_on)
            run(folders, chunks, lines, wait, os.fdopen(tell, "wb"))
        os.close(tell)
        os.close(wait)
        self._answers = os.fdopen(answers, "rb")

    def copied(self, found, lines):
        """Waits for the copies, adds what is to be said of them, and answers with the files of several names."""
        while not select.select([self._answers], [], [], FLUSH_SECONDS)[0]:
            lines.sync()
        answer = self._answer()
        if "cannotShare" in answer:
            raise CannotShare
        if "full" in answer:
            raise OSError(answer["full"], os.strerror(answer["full"]))
        found["entries"] += answer["entries"]
        for name in ("failed", "special", "repositories"):
            found[name] += answer[name]
        return answer["linked"]

    def look_again(self):
        os.write(self._go_on, b"\n")

    def changed(self):
        """Waits for the paths of files that are no longer what was copied."""
        return self._answer()

    def end(self):
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            self._pid = 0

    def _answer(self):
        return marshal.load(self._answers)


def run(folders, chunks, lines, wait, out):
    """Does the work of a worker's process, and ends it."""
    try:
        try:
            answer, looks = copy_files(folders, chunks, lines)
        except CannotShare:
            answer, looks = {"cannotShare": True}, []
        except OSError as error:
            if error.errno not in FULL:
                raise
            answer, looks = {"full": error.errno}, []
        tell(out, answer)
        os.read(wait, 1)
        tell(out, changed_since(folders, looks))
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def tell(out, answer):
    marshal.dump(answer, out)
    out.flush()


def copy_files(folders, chunks, lines):
    answer = {"failed": [], "special": [], "repositories": [], "linked": []}
    looks = []
    for folder, names in chunks:
        times = []
        for name in names:
            path = join(folder.path, name)
            try:
                source, target = folders.open(folder.path)
                was, copy = copy_file(source, target, name, folders.owners, most_names=1)
            except SeveralNames:
                answer["linked"].append((folder.path, name, folder.is_git))
                continue
            except NoFile:
                answer["special"].append(path)
                continue
            except OSError as error:
                note_failure(answer, path, error)
                continue
            if folder.is_git:
                continue
            lines.add(path, "file", was, copy)
            if is_repository(path):
                answer["repositories"].append(folder.path)
            times.append((name, was.st_ctime_ns))
        lines.flush()
        looks.append((folder.path, times))
    return {**answer, "entries": lines.count}, looks


def changed_since(folders, looks):
    """Lists the files that changed since they were opened for copying; which are gone is seen in their folders."""
    changed = []
    for folder, times in looks:
        try:
            source = folders.source_of(folder)
        except OSError:
            continue
        for name, time in times:
            try:
                now = os.stat(name, dir_fd=source, follow_symlinks=False)
            except OSError:
                continue
            if now.st_ctime_ns != time:
                changed.append(join(folder, name))
    return changed
