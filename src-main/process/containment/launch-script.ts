import { MARKER } from '../tree.ts';
import { FILTER_FROM } from './model.ts';

/** Program that a launcher is told to become, as text for a POSIX shell up to `end`. */
export interface Launch {
  /** Absolute. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of it, the mark included. */
  readonly environment: Readonly<Record<string, string>>;
  readonly hasStdin: boolean;
  readonly hasSide: boolean;
  /** See `ContainedStart.fileBytes`. */
  readonly fileBytes?: number | undefined;
  /** See `ContainedStart.filter`: what is sent after the script. */
  readonly filter?: Uint8Array | undefined;
}

/** File descriptor on which the process reads what it is to become. */
export const DOOR = FILTER_FROM;

/**
 * Enters its control groups by writing its number. Arguments: how many doors, the doors, what else.
 * What it cannot enter it does not run.
 */
const DOORS = 'n=$1; shift; while [ "$n" -gt 0 ]; do echo "$$" >"$1" || exit 125; shift; n=$((n - 1)); done';

/** Script that enters and goes on as `"$@"` inside. */
export const ENTER = `${DOORS}; exec "$@"`;

/** Script that says that it is ready, waits for a launch that ends with the line "$1", and becomes it. Without one it ends. */
export const WAIT = `echo + >&${DOOR}
_sigma_text=
while IFS= read -r _sigma_line <&${DOOR}; do
  if [ "$_sigma_line" = "$1" ]; then eval "$_sigma_text"; exit 127; fi
  _sigma_text="$_sigma_text$_sigma_line
"
done
exit 124`;

/** Script that enters and waits inside, if nothing has to be made around it: the start of another shell is spared. */
export const ENTER_AND_WAIT = `${DOORS}
${WAIT}`;

/** Unit of `ulimit -f` in POSIX. */
const ULIMIT_BYTES = 512;
/** Pattern of a variable name that shell syntax can assign. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const OWN_NAMES = new Set([
  '_',
  'UID',
  'EUID',
  'PPID',
  'GROUPS',
  'SHELLOPTS',
  'BASHOPTS',
  'BASH_VERSINFO',
  'OPTIND',
  'OPTARG',
  'LINENO',
  'IFS',
  'ENV',
  'PS1',
  'PS2',
  'PS4',
  'MAIL',
  'MAILPATH',
  'RANDOM',
  'SECONDS',
  'POSIXLY_CORRECT',
]);
/** Variables that shells set by themselves when they start or change their folder. */
const SET_BY_SHELLS = ['PWD', 'OLDPWD', 'SHLVL'];

/** The launch as text, for a launcher that was started with `base`. */
export function launchScript(launch: Launch, base: Readonly<Record<string, string>>): string {
  const { file, args, cwd, hasStdin, hasSide, fileBytes, filter } = launch;
  const environment = environmentLines(launch.environment, base);
  const program = [...(environment.prefix ?? []), file, ...args].map(shellQuoted).join(' ');
  return [
    `cd -P ${shellQuoted(cwd)} || exit 126`,
    ...environment.lines,
    ...(hasStdin ? [] : ['exec </dev/null']),
    ...(hasSide ? [] : ['exec 3>&-']),
    ...(fileBytes === undefined ? [] : [`ulimit -S -f ${Math.ceil(fileBytes / ULIMIT_BYTES)} 2>/dev/null || :`]),
    ...(filter ? [] : [`exec ${DOOR}>&-`]),
    `exec ${program}`,
    '',
  ].join('\n');
}

interface EnvironmentText {
  readonly lines: readonly string[];
  /** Words to put before the program, for variables that shell syntax cannot set. */
  readonly prefix?: readonly string[];
}

function environmentLines(
  wanted: Readonly<Record<string, string>>,
  base: Readonly<Record<string, string>>,
): EnvironmentText {
  // What is last in it is the program, as the shell that starts it says.
  const names = Object.keys(wanted).filter((name) => name !== '_');
  const isSaid = (name: string) => PLAIN_NAME.test(name) && !OWN_NAMES.has(name);
  const odd = names.filter((name) => !isSaid(name));
  const gone = [...new Set([...Object.keys(base), ...SET_BY_SHELLS])].filter((name) => wanted[name] === undefined);
  const changed = names.filter((name) => SET_BY_SHELLS.includes(name) || wanted[name] !== base[name]);
  return {
    lines: [
      ...gone.filter(isSaid).map((name) => `unset ${name}`),
      ...changed.filter(isSaid).map((name) => `export ${name}=${shellQuoted(wanted[name] ?? '')}`),
    ],
    // Arguments can be read by everybody: so not all of them.
    ...(odd.length > 0 && { prefix: ['/usr/bin/env', ...odd.map((name) => `${name}=${wanted[name]}`)] }),
  };
}

export function withMarker(environment: Readonly<Record<string, string>>, marker: string) {
  return { ...environment, [MARKER]: marker };
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
