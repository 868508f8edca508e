import { readProc } from '#process/containment/proc-files';

/** Facts about a shell that no longer reports. */
export interface SilentShell {
  /** Text that it wrote by itself, outside of its commands. */
  readonly said: string;
  /** The text of the command after which it fell silent. */
  readonly command: string;
  /** Files that it may have open; absent if that cannot be seen. */
  readonly mostFiles: number | undefined;
}

/**
 * Number of open files below which it can open nothing to report through: it holds its input, its own output and its
 * report pipe.
 */
const FEW_FILES = 16;

const NO_EXEC = /\bnoexec\b|\bset\s+-\w*n/;

/** Explains why a shell can run nothing more, in a sentence without its end. */
export function whySilent(shell: SilentShell): string {
  return `The shell could run nothing more, since ${causeOf(shell)}. It was ended, and how the command went is not known`;
}

function causeOf({ said, command, mostFiles }: SilentShell): string {
  if (mostFiles !== undefined && mostFiles < FEW_FILES)
    return `it may open no more than ${mostFiles} files (ulimit -n)`;
  if (/restricted/.test(said)) return 'it is restricted (set -r)';
  const disabled = /(\w+): (?:not a shell builtin|command not found)/.exec(said)?.[1];
  if (disabled !== undefined) return `its builtin command ${disabled} is disabled (enable -n)`;
  const fixed = /(\w+): readonly variable/.exec(said)?.[1];
  if (fixed !== undefined) return `a variable that is needed to tell its state, ${fixed}, is read-only`;
  if (/\bDEBUG\b/.test(command)) return 'a DEBUG trap that fails keeps it from running commands (extdebug)';
  if (NO_EXEC.test(command)) return 'it only reads commands (set -n)';
  return 'it only reads commands (set -n), or a DEBUG trap keeps it from running them (extdebug)';
}

/** Most files that a process may have open; undefined where that is not known, as everywhere but on Linux. */
export function mostFilesOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  const found = /^Max open files\s+(\d+)/m.exec(readProc(`/proc/${pid}/limits`))?.[1];
  return found === undefined ? undefined : Number(found);
}
