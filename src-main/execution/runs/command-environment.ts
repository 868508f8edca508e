import { delimiter, isAbsolute } from 'node:path';
import { realPathAtOnce } from '#core/files/real-path';
import { SYSTEM_PATH } from '#process/system-program';

/**
 * Variables with code that a shell or the loader would run before the command itself: exported functions, `BASH_ENV`,
 * preloaded libraries.
 */
const STARTUP = /^(BASH_ENV|ENV|BASH_FUNC_.*|LD_(PRELOAD|AUDIT|LIBRARY_PATH)|PROMPT_COMMAND)$/s;

/**
 * Variables from which programs also take code, options or other programs: settings files of ripgrep, pagers, start-up
 * modules.
 */
const PROGRAM_SETTINGS = new RegExp(
  `^(${[
    'BASHOPTS|SHELLOPTS|BASH_XTRACEFD|PS4|CDPATH|GLOBIGNORE|IFS',
    'LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|GLIBC_TUNABLES|POSIXLY_CORRECT|_POSIX2_VERSION',
    'RIPGREP_CONFIG_PATH|GREP_.*|G?AWK.*|JQ_.*|GIT_.*|MAGIC|TAR_OPTIONS|GZIP|XZ_.*|ZSTD_.*|LESS.*',
    '(.*_)?PAGER|(.*_)?EDITOR|VISUAL|BROWSER|SSH_ASKPASS|PYTHON.*|NODE_.*|PERL.*|RUBY.*',
  ].join('|')})$`,
  's',
);

/** Builds the environment for the filters of a line that was allowed as written: what the line set for them stays. */
export function withoutStartupCode(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !STARTUP.test(name)));
}

/** Builds the environment for filters that run without a question because their text proves what they do. */
export function provenOutsideEnvironment(environment: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(withoutStartupCode(environment));
  return Object.fromEntries(entries.filter(([name]) => !PROGRAM_SETTINGS.test(name)));
}

/** Variables that a program which only reads may need: the user, and how to write. */
const KEPT = /^(HOME|USER|LOGNAME|HOSTNAME|LANG|LANGUAGE|LC_[A-Z]+|TZ|COLUMNS|LINES|COLORTERM|NO_COLOR)$/;
/** Pattern of values that name files. */
const NAMING_FILES = /^[:/]|\.\./;

/**
 * Builds the environment for commands that run in the sandbox because their text is proven: a few plain variables, and
 * a PATH in which no program of the workspace takes the place of the system's.
 *
 * @param workspace absolute
 */
export function readOnlyBoxEnvironment(
  environment: Readonly<Record<string, string>>,
  workspace: string,
): Record<string, string> {
  const kept = Object.entries(environment).filter(
    ([name, value]) => KEPT.test(name) && (name === 'HOME' || !NAMING_FILES.test(value)),
  );
  return { ...Object.fromEntries(kept), PATH: pathOutside(environment.PATH ?? '', realPathAtOnce(workspace)) };
}

/** Folders that are there, by their real names: neither the workspace's, nor such as depend on where it runs. */
function pathOutside(path: string, workspace: string | undefined): string {
  const folders = path
    .split(delimiter)
    .filter(isAbsolute)
    .map(realPathAtOnce)
    .filter((folder) => folder !== undefined)
    .filter((folder) => workspace === undefined || !`${folder}/`.startsWith(`${workspace}/`));
  return folders.length > 0 ? [...new Set(folders)].join(delimiter) : SYSTEM_PATH;
}
