/** The closed list of programs, and those that only run another one. */
import { FILE_PROGRAMS } from './file-programs.ts';
import { findCheckWith } from './find.ts';
import { gitCheck } from './git.ts';
import { type Check, shorten } from './grammar.ts';
import type { Reader } from './reader.ts';
import { SEARCH_PROGRAMS } from './search-programs.ts';
import { isVersionQuestion, SYSTEM_PROGRAMS } from './system-programs.ts';
import { TEXT_PROGRAMS } from './text-programs.ts';

const CHECKS: ReadonlyMap<string, Check> = new Map(
  Object.entries({
    ...TEXT_PROGRAMS,
    ...SEARCH_PROGRAMS,
    ...FILE_PROGRAMS,
    ...SYSTEM_PROGRAMS,
    find: findCheckWith(whyNotReader),
    git: gitCheck,
    timeout: runsAfter(
      /^(--foreground|--preserve-status|-v|--verbose)$/,
      /^(-k|-s|--kill-after|--signal)$/,
      /^\d{1,6}(\.\d+)?[smhd]?$/,
    ),
    nice: runsAfter(/^-\d{1,2}$/, /^-n$/),
    stdbuf: runsAfter(/^-[ioe][L0]$/, /^$/),
    command: commandCheck,
  } satisfies Record<string, Check>),
);

/** Builtins of which the shell's own state is what changes: nothing when another program runs them. */
const SHELL_ONLY = new Set(['cd', 'exit', 'type', 'command']);

/** Why a program with these arguments is not proven to read only, or nothing. */
export function whyNotReader(argv: readonly string[], reader: Reader): string | undefined {
  const [written = '', ...given] = argv;
  const name = written.replace(/^\/(usr\/)?bin\//, '');
  if (isVersionQuestion(name, given)) return undefined;
  const check = CHECKS.get(name);
  if (check === undefined)
    return `${shorten(written) || 'an empty name'} is not on the list of programs that only read`;
  return check(given, reader);
}

/** A program that runs the rest of its words: flags, options with a value, then what must stand before the program. */
function runsAfter(flag: RegExp, valued: RegExp, first?: RegExp): Check {
  return (given, reader) => {
    const at = afterOptions(given, flag, valued);
    if (at === undefined) return 'an option of it is not known';
    if (first && !first.test(given[at] ?? '')) return 'its first operand is not understood';
    const argv = given.slice(first ? at + 1 : at);
    const [program] = argv;
    if (program === undefined) return 'it runs nothing';
    return SHELL_ONLY.has(program) ? `${program} belongs to the shell` : whyNotReader(argv, reader);
  };
}

function afterOptions(given: readonly string[], flag: RegExp, valued: RegExp): number | undefined {
  let at = 0;
  for (; given[at]?.startsWith('-'); at += 1) {
    const word = given[at] ?? '';
    if (valued.test(word)) at += 1;
    else if (!flag.test(word)) return undefined;
  }
  return at;
}

/** `command -v name` says where it is; otherwise it runs it. */
function commandCheck(given: readonly string[], reader: Reader): string | undefined {
  const [first = '', ...rest] = given;
  if (first === '-v' || first === '-V') return CHECKS.get('type')?.(rest, reader);
  if (first.startsWith('-') || first === '') return 'command with such an option is not known to read only';
  return SHELL_ONLY.has(first) ? `command ${first} is not looked into` : whyNotReader(given, reader);
}
