"""Processes that copy files at the same time."""

import json
import os
import signal
import sys

from entries import FULL, CannotShare, NoFile, SeveralNames, copy_file, failures_in
from folders import is_repository, join


class Worker:
    """A process that copies its share of the files, and looks at them again once all others are copied, too."""

    def __init__(self, folders, chunks, lines, others):
        answers, tell = os.pipe()
        wait, self._go_on = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            # Nobody waits for the others' end of a pipe that is open here, should all but this one end.
            for other in (self, *others):
                os.close(other._go_on)
            run(folders, chunks, lines, wait, os.fdopen(tell, "w"))
        os.close(tell)
        os.close(wait)
        self._answers = os.fdopen(answers)

    def copied(self, found):
        """Waits for the copies, adds what is to be said of them, and answers with the files of several names."""
        answer = self._answer()
        if "cannotShare" in answer:
            raise CannotShare
        if "full" in answer:
            raise OSError(answer["full"], os.strerror(answer["full"]))
        found["entries"] += answer["entries"]
        for name in ("changed", "failed", "special", "repositories"):
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
        line = self._answers.readline()
        if not line.endswith("\n"):
            raise RuntimeError("a process that copies ended before its work did")
        return json.loads(line)


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
    out.write(json.dumps(answer) + "\n")
    out.flush()


def copy_files(folders, chunks, lines):
    answer = {"changed": [], "failed": [], "special": [], "repositories": [], "linked": []}
    looks = []
    for folder, names in chunks:
        times = []
        for name in names:
            path = join(folder.path, name)
            copied = None
            with failures_in(answer, path):
                try:
                    copied = copy_file(*folders.open(folder.path), name, folders.owners, most_names=1)
                except SeveralNames:
                    answer["linked"].append([folder.path, name, folder.is_git])
                except NoFile:
                    answer["special"].append(path)
            if copied is None or folder.is_git:
                continue
            was, now, copy = copied
            is_same = now.st_ctime_ns == was.st_ctime_ns
            lines.add(path, "file", was if is_same else None, copy)
            if not is_same:
                answer["changed"].append(path)
            if is_repository(path):
                answer["repositories"].append(folder.path)
            times.append((name, now.st_ctime_ns))
        lines.flush()
        looks.append((folder.path, times))
    return {**answer, "entries": lines.count}, looks


def changed_since(folders, looks):
    """Lists the files that changed after they were copied; which are gone is seen in their folders."""
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
