import { type FlagKind, type GoFlags, parseGoFlags } from './go-flags.ts';
import { StartError } from './start-error.ts';

/** Parsed command line. */
export interface CommandLine {
  readonly command: 'run' | 'help' | 'version';
  /** `-dir`: the workspace to open, and where the local profiles are looked for. */
  readonly folder: string | undefined;
  /** `-profile`, as often as it was given: the chat modes a session starts with. */
  readonly profiles: readonly string[];
  readonly isDebug: boolean;
  /** `-resume`: the session to go on with by its id, or the empty text to choose one. */
  readonly resume: string | undefined;
  /** 0: any free one. */
  readonly port: number;
  readonly opensWindow: boolean;
  /** `-config`: the file of the Shell Adapter, or of the prompt engine. */
  readonly configFile: string | undefined;
}

export interface CommandLineOptions {
  /** Electron's own switches stand among the app's, so that entry overlooks what it does not know. */
  readonly overlooksUnknown?: boolean;
  /** Entry to open; only those that work without a window. */
  readonly entry?: 'console' | 'adapter' | 'prompts' | undefined;
}

/**
 * Extracts the arguments of a program; an unpackaged Electron has the app's folder among its arguments, a packaged one
 * does not.
 */
export function programArguments(argv: readonly string[], { isPackaged }: { readonly isPackaged: boolean }): string[] {
  return argv.slice(isPackaged ? 1 : 2);
}

/**
 * Extracts the arguments for the command line instead of the window: all after `--cli`, which the launchers in
 * `resources/bin` write.
 */
export function argumentsForCli(args: readonly string[]): string[] | undefined {
  const at = args.indexOf('--cli');
  return at < 0 ? undefined : args.slice(at + 1);
}

const SHARED_FLAGS: Readonly<Record<string, FlagKind>> = {
  dir: 'text',
  profile: 'text',
  debug: 'switch',
  version: 'switch',
  v: 'switch',
};

const CONSOLE_FLAGS: Readonly<Record<string, FlagKind>> = { ...SHARED_FLAGS, resume: 'optional' };

/** Flags of the adapter and of the prompt engine. */
const SERVICE_FLAGS: Readonly<Record<string, FlagKind>> = {
  config: 'text',
  debug: 'switch',
  version: 'switch',
  v: 'switch',
};

const FLAGS: Readonly<Record<string, FlagKind>> = {
  ...SHARED_FLAGS,
  port: 'text',
  'no-open': 'switch',
  browser: 'switch',
  electron: 'switch',
};

export const FLAGS_HELP = `  -dir <folder>   the workspace to open (otherwise a copy of the sample workspace)
  -profile <name> a profile to chat with; may be repeated, the first is the main one
  -debug          show tokens, tool arguments and what is done in the background
  --port <number> the port of the browser target, 0 for any free one (the default)
  --no-open       open no window; print the address and serve
  --browser       the browser target, even where Electron is there
  --electron      the Electron window, or fail
  -v, --version   print the version
  -h, --help      print this help`;

const CONSOLE_HELP = `  -dir <folder>   the folder to start in (otherwise this one)
  -profile <name> a profile to chat with; may be repeated, the first is the main one
  -resume [id]    go on with an earlier session: choose from a list, or name it by its id
  -debug          show tokens, tool arguments and what is done in the background
  -v, --version   print the version
  -h, --help      print this help`;

const ADAPTER_HELP = `  --config <file> its configuration (otherwise the app's own, as in Settings)
  -v, --version   print the version
  -h, --help      print this help`;

const PROMPTS_HELP = `  -config <file>  its config.yaml (otherwise that of this folder, or of ./configs; without one, its defaults)
  -v, --version   print the version
  -h, --help      print this help`;

/** Text about the usage of an entry. */
export function commandUsage({ entry }: CommandLineOptions): string {
  if (entry === 'console') return `Usage: sigma console [options]\n\n${CONSOLE_HELP}`;
  if (entry === 'adapter') return `Usage: sigma adapter [--config <file>]\n\n${ADAPTER_HELP}`;
  if (entry === 'prompts') return `Usage: sigma prompts [-config <file>]\n\n${PROMPTS_HELP}`;
  return `Usage: npm start -- [options]\n\n${FLAGS_HELP}`;
}

/** @throws StartError that names the argument that is wrong: exit code 2, or 1 for a word that is no flag. */
export function parseCommandLine(args: readonly string[], options: CommandLineOptions = {}): CommandLine {
  const given = parseGoFlags(args, flagsOf(options), options);
  const isOn = (name: string) => given.values.get(name)?.at(-1) === 'true';
  const wantsVersion = isOn('v') || isOn('version');
  if (!wantsVersion) checkWords(given, options);
  const folder = given.values.get('dir')?.at(-1);
  if (folder === '') throw usage('The flag -dir needs a value', 2, options);
  const configFile = given.values.get('config')?.at(-1);
  if (configFile === '') throw usage('The flag -config needs a value', 2, options);
  return {
    command: wantsVersion ? 'version' : given.wantsHelp ? 'help' : 'run',
    folder,
    profiles: [...new Set(given.values.get('profile'))],
    isDebug: isOn('debug'),
    resume: given.values.get('resume')?.at(-1),
    port: parsePort(given.values.get('port')?.at(-1), options),
    opensWindow: !isOn('no-open'),
    configFile,
  };
}

function flagsOf({ entry }: CommandLineOptions): Readonly<Record<string, FlagKind>> {
  if (entry === 'console') return CONSOLE_FLAGS;
  return entry === 'adapter' || entry === 'prompts' ? SERVICE_FLAGS : FLAGS;
}

function checkWords({ problem, rest, wantsHelp }: GoFlags, options: CommandLineOptions): void {
  const { overlooksUnknown = false } = options;
  if (problem !== undefined) throw usage(problem, 2, options);
  if (rest[0] !== undefined && !wantsHelp && !overlooksUnknown)
    throw usage(`'${rest[0]}' is not understood`, 1, options);
}

function parsePort(text: string | undefined, options: CommandLineOptions): number {
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw usage(`--port must be a number from 0 to 65535, not '${text}'`, 2, options);
  return port;
}

function usage(problem: string, exitCode: number, options: CommandLineOptions): StartError {
  return new StartError(`${problem}.\n\n${commandUsage(options)}`, exitCode);
}
