import { basename } from 'node:path';
import type { ExpandedCommand } from './expand.ts';

/** Program to start on a terminal. */
export interface ShellProgram {
  /** Absolute. */
  readonly file: string;
  readonly args: readonly string[];
}

/** A single command. `env` gives the program the name as it was typed, which is what it calls itself in its messages. */
export function directProgram(command: ExpandedCommand, path: string): ShellProgram {
  const [name = '', ...args] = command.words;
  const hasEnv = process.platform !== 'win32' && !name.includes('=');
  return hasEnv ? { file: '/usr/bin/env', args: ['--', name, ...args] } : { file: path, args };
}

/**
 * Programs joined by pipes, every word quoted. The line fails with the first stage that fails; one before the last that ended
 * because nobody read on (SIGPIPE, 141) did not fail.
 */
export function pipelineProgram(commands: readonly ExpandedCommand[]): ShellProgram {
  const stages = commands.map(({ words, assignments }) => {
    const set = Object.entries(assignments).map(([name, value]) => `${name}=${shellQuoted(value)}`);
    return [...set, 'exec', ...words.map(shellQuoted)].join(' ');
  });
  return { file: '/bin/bash', args: ['--norc', '--noprofile', '-c', `${stages.join(' | ')}\n${FIRST_FAILURE}`] };
}

const FIRST_FAILURE = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: bash
  's=("${PIPESTATUS[@]}"); last=$((${#s[@]} - 1))',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: bash
  'for at in "${!s[@]}"; do c=${s[$at]}; if [ "$c" != 0 ] && { [ "$c" != 141 ] || [ "$at" = "$last" ]; }; then exit "$c"; fi; done',
  'exit 0',
].join('\n');

/** A lone `&`; one inside quotes does no harm. */
const BACKGROUND = /(?<![&<>|\\])&(?![&>])/;

/** Files in which a login shell says where it ended. */
export interface ShellTrace {
  readonly before: string;
  readonly after: string;
}

/** Shells whose `trap … EXIT` is the standard's. */
const TRAPPING = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh', 'mksh', 'ash']);

export function canTrace(shell: string): boolean {
  return TRAPPING.has(basename(shell));
}

/**
 * A whole line for the login shell. With `trace` it writes down its variables as it begins, and as it ends its folder and
 * variables, so that `cd x && make` moves the session and `source env` reaches the next line.
 */
export function loginShellProgram(shell: string, line: string, trace?: ShellTrace): ShellProgram {
  if (!trace) return { file: shell, args: ['-c', line] };
  const atEnd = `sigma_status=$?; { printf "%s\\0" "$PWD"; command env -0; } >${shellQuoted(trace.after)} 2>/dev/null; exit $sigma_status`;
  // The end of a terminal's first process hangs up on all of its group, background jobs included.
  const lasts = BACKGROUND.test(line) ? "trap '' HUP; " : '';
  const prelude = `${lasts}command env -0 >${shellQuoted(trace.before)} 2>/dev/null; trap ${shellQuoted(atEnd)} EXIT`;
  return { file: shell, args: ['-c', `${prelude}\n${line}`] };
}

function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
