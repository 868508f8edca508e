import { AppError } from '#core/app-error';
import { findProgram } from '#process/find-program';
import { type Builtin, OURS_ALONE } from './builtins/index.ts';
import { wordsText } from './command-text.ts';
import { type ExpandedCommand, expandStage } from './expand.ts';
import { parseShellLine } from './parse-line.ts';
import type { ProgramContext } from './session-console.ts';
import { directProgram, pipelineProgram, type ShellProgram } from './shell-script.ts';
import { literalOf, type PipelineStage } from './words.ts';

/** Plan for running a line. */
export type LinePlan =
  | { readonly how: 'builtin'; readonly builtin: Builtin; readonly args: readonly string[]; readonly typed: string }
  | {
      readonly how: 'direct' | 'pipeline';
      readonly program: ShellProgram;
      readonly assignments: Readonly<Record<string, string>>;
    }
  | { readonly how: 'login-shell' }
  /** A program that is not there: said like a command that failed. */
  | { readonly how: 'missing'; readonly name: string };

export interface PlanOptions {
  readonly place: ProgramContext;
  readonly home: string;
  readonly builtins: ReadonlyMap<string, Builtin>;
  readonly mode: 'auto' | 'builtin';
}

/** Commands that shells run themselves: neither programs, nor our built-ins. */
const SHELL_WORDS = new Set([
  '.',
  ':',
  'alias',
  'bg',
  'bind',
  'builtin',
  'command',
  'declare',
  'dirs',
  'disown',
  'enable',
  'eval',
  'exec',
  'exit',
  'fc',
  'fg',
  'getopts',
  'hash',
  'history',
  'jobs',
  'let',
  'local',
  'logout',
  'popd',
  'pushd',
  'read',
  'readonly',
  'return',
  'set',
  'setopt',
  'shift',
  'shopt',
  'source',
  'times',
  'trap',
  'type',
  'typeset',
  'ulimit',
  'umask',
  'unalias',
  'unset',
  'unsetopt',
  'wait',
  'where',
  'whence',
]);

/** Decides what to do with a line. @throws AppError INVALID_INPUT for what is wrong with it */
export function planLine(line: string, options: PlanOptions): LinePlan {
  if (line.includes('\0')) throw new AppError('INVALID_INPUT', 'The line holds a NUL character', { where: 'the line' });
  const parsed = parseShellLine(line);
  if (parsed.kind === 'beyond') return forShell(parsed.operator, parsed.firstWord, options.mode);
  const { stages, hasNewline } = parsed;
  const [first] = stages[0]?.words ?? [];
  if (hasNewline && options.mode === 'auto') return forShell('line end', first && literalOf(first), 'auto');
  const names = { variables: options.place.environment, home: options.home };
  const commands = stages.map((stage) => {
    const command = expandStage(stage, names);
    if (command) return command;
    throw new AppError('INVALID_INPUT', `${wordsText(stage.words)} is empty: there is no command`, {
      where: 'the line',
    });
  });
  return planBuiltin(stages, commands, options) ?? planPrograms(commands, options);
}

/** @throws AppError INVALID_INPUT naming the operator */
function forShell(operator: string, firstWord: string | undefined, mode: 'auto' | 'builtin'): LinePlan {
  const isOurs = firstWord !== undefined && OURS_ALONE.has(firstWord);
  if (mode === 'auto' && !isOurs) return { how: 'login-shell' };
  const why = isOurs
    ? `${firstWord} is no program, and cannot be used with ${operator}`
    : `${operator} is not supported here`;
  throw new AppError('INVALID_INPUT', why, {
    where: operator,
    advice: isOurs
      ? `Put ${operator} into quotes if it is meant as text.`
      : `Put ${operator} into quotes if it is meant as text, or set console.shell to auto in Settings to run such lines in your shell.`,
  });
}

function planBuiltin(
  stages: readonly PipelineStage[],
  commands: readonly ExpandedCommand[],
  { builtins }: PlanOptions,
): LinePlan | undefined {
  const at = commands.findIndex(({ words: [name = ''] }) => builtins.has(name));
  const command = commands[at];
  const builtin = builtins.get(command?.words[0] ?? '');
  if (!command || !builtin) return undefined;
  const { name } = builtin;
  if (commands.length > 1) {
    throw new AppError('INVALID_INPUT', `${name} cannot be part of a pipeline: nothing was run`, { where: name });
  }
  if (Object.keys(command.assignments).length > 0) {
    throw new AppError('INVALID_INPUT', `${name} takes no variables before it: nothing was run`, {
      where: name,
      advice: 'Use export to set a variable for the session.',
    });
  }
  return { how: 'builtin', builtin, args: command.words.slice(1), typed: wordsText(stages[0]?.words.slice(1) ?? []) };
}

function planPrograms(commands: readonly ExpandedCommand[], { place, mode }: PlanOptions): LinePlan {
  const paths = commands.map(({ words: [name = ''], assignments }) =>
    findProgram(name, { ...place, environment: { ...place.environment, ...assignments } }),
  );
  const missing = commands[paths.indexOf(undefined)]?.words[0];
  if (missing !== undefined) {
    return mode === 'auto' && SHELL_WORDS.has(missing) ? { how: 'login-shell' } : { how: 'missing', name: missing };
  }
  const [command] = commands;
  if (commands.length > 1 || !command) return { how: 'pipeline', program: pipelineProgram(commands), assignments: {} };
  return { how: 'direct', program: directProgram(command, paths[0] ?? ''), assignments: command.assignments };
}
