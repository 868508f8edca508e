import { basename } from 'node:path';
import type { CommandToBecome, CommandToRun, ShellLauncher, ShellReport } from './shell-program.ts';

/** Length above which texts go by a file, in UTF-16 units: bash reads its input byte by byte. */
const INLINE_UNITS = 1500;
/** The most that one argument of a program takes on Linux is 131,071 bytes; a UTF-16 unit is at most 3. */
const ARGUMENT_UNITS = 43_000;

/** The person's shell when it is a bash, else the one on the `PATH`: what models write is bash. */
export function bashOf({ SHELL = '' }: Readonly<Record<string, string>>): string {
  return basename(SHELL) === 'bash' ? SHELL : 'bash';
}

/**
 * Bash that reads from its standard input what it is to run, a line for each command. There is no loop of ours that a command
 * could leave, and what a line needs is checked when the one before it ends: that `builtin` is no function, and that no alias
 * is expanded in it. The redirections of `eval` do not show in a trace of it and end with it, `exec 3<file` inside stays.
 */
export function persistentBash(file: string): ShellLauncher {
  return {
    file,
    args: ['--noprofile', '--norc'],
    // Messages begin with `bash:`, as those of `bash -c` do.
    setup: 'BASH_ARGV0=bash\n',
    isByFile: (text) => text.length > INLINE_UNITS,
    tell: (command) => `${beforeIt(command)}${evaluate(command)};${afterIt(command)}\n`,
    become: (command) => becoming(file, command),
    reportFields: 3,
    parseReport: ([status, cwd, options]): ShellReport | undefined => {
      const exitCode = Number(status || Number.NaN);
      if (!Number.isInteger(exitCode) || cwd === undefined || options === undefined) return undefined;
      return { exitCode, cwd, hasAliases: options.split(':').includes('expand_aliases') };
    },
  };
}

/**
 * Expands to nothing, and has `eval` number the lines of its text from 1: an assignment to `LINENO` among the words of a command
 * counts while that command runs. Left alone where a command unset `LINENO`, in a bash before 5, and where it has an attribute:
 * to assign what is `readonly` would end our line, so the attribute makes the name another one.
 */
// biome-ignore lint/suspicious/noTemplateCurlyInString: bash text
const FROM_ONE = '"${LINENO+${EPOCHSECONDS+${?:0:(LINENO${LINENO@a}=1)*0}}}"';

function evaluate({ text, textFile, stdout, stderr, last }: CommandToRun): string {
  const isByFile = text.length > INLINE_UNITS;
  // A substitution changes `$?`.
  const argument = isByFile
    ? `${restoreStatus(last) === '' ? '' : quote(restoreStatus(last))}"$(<${quote(textFile)})"`
    : quote(text);
  return `\\builtin eval ${argument}${FROM_ONE} </dev/null >${quote(stdout)} 2>${quote(stderr)}`;
}

/** Line that turns the shell into `bash -c`, in every respect: its traps, its line numbers, its end. */
function becoming(file: string, { text, textFile, stdout, stderr }: CommandToBecome): string {
  const whole = `"$(<${quote(textFile)})"`;
  const script =
    text.length > ARGUMENT_UNITS ? quote(`eval ${whole}`) : text.length > INLINE_UNITS ? whole : quote(text);
  return `\\exec -a bash ${quote(file)} -c ${script} </dev/null >${quote(stdout)} 2>${quote(stderr)}\n`;
}

/** Mostly nothing: `$?` is still what the command before left. */
function beforeIt({ last, text }: CommandToRun): string {
  const aliases = last?.hasAliases ? '\\builtin shopt -s expand_aliases;' : '';
  return text.length > INLINE_UNITS ? aliases : `${aliases}${restoreStatus(last)}`;
}

/** Sets `$?` as the command before left it; not last in its list, so that neither `set -e` nor a trap takes notice. */
function restoreStatus(last: ShellReport | undefined): string {
  const code = last?.exitCode ?? 0;
  if (code === 0) return '';
  return code === 1 ? '! \\builtin :;' : `(\\builtin exit ${code})&&\\builtin :;`;
}

/**
 * Lines that remove functions shadowing builtins: in POSIX mode, no function takes precedence over `unset`. Leaving
 * that mode does not undo everything that entering it did.
 */
const UNSHADOW = [
  '_SIGMA_V=$BASHOPTS;POSIXLY_CORRECT=y;\\unset -f builtin;\\unset -v POSIXLY_CORRECT',
  '[[ $_SIGMA_V == *inherit_errexit* ]]||\\builtin shopt -u inherit_errexit',
  '[[ $_SIGMA_V == *expand_aliases* ]]&&\\builtin shopt -s expand_aliases',
].join(';');

function afterIt({ side, token }: CommandToRun): string {
  return [
    '_SIGMA_S=$?',
    `\\builtin printf -v _SIGMA_V ${token}`,
    `[[ $_SIGMA_V == ${token} ]]||{ ${UNSHADOW};}`,
    `\\builtin printf '%s\\0' ${token} "$_SIGMA_S" "\${PWD-}" "$BASHOPTS" >${quote(side)}`,
    '\\builtin unset -v _SIGMA_S _SIGMA_V',
    '\\builtin shopt -u expand_aliases',
  ].join(';');
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
