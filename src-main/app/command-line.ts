import { parseArgs } from 'node:util';
import { StartError } from './start-error.ts';

/** What the command line asks for. */
export interface CommandLine {
  readonly command: 'run' | 'help' | 'version';
  /** `-dir`: the workspace to open. */
  readonly folder: string | undefined;
  /** 0: any free one. */
  readonly port: number;
  readonly opensWindow: boolean;
}

export interface CommandLineOptions {
  /** Electron's own switches stand among the app's, so that entry overlooks what it does not know. */
  readonly overlooksUnknown?: boolean;
}

const FLAGS = {
  dir: { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  browser: { type: 'boolean' },
  electron: { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const FLAGS_HELP = `  -dir <folder>   the workspace to open (otherwise a copy of the sample workspace)
  --port <number> the port of the browser target, 0 for any free one (the default)
  --no-open       open no window; print the address and serve
  --browser       the browser target, even where Electron is there
  --electron      the Electron window, or fail
  -v, --version   print the version
  -h, --help      print this help`;

/** @throws StartError with exit code 2 that names the argument that is wrong. */
export function parseCommandLine(args: readonly string[], options: CommandLineOptions = {}): CommandLine {
  // `-dir` is one word, as the documents write it; getopt would read -d -i -r.
  const spelled = args.map((arg) => (/^-dir(=|$)/.test(arg) ? `-${arg}` : arg));
  const { tokens } = parseArgs({ args: spelled, options: FLAGS, strict: false, tokens: true });
  const values = new Map<string, string>();
  for (const token of tokens) {
    const problem = problemWith(token);
    if (problem === undefined && token.kind === 'option') values.set(token.name, token.value ?? '');
    else if (problem !== undefined && !options.overlooksUnknown) throw usage(`${problem} is not understood`);
  }
  return {
    command: values.has('help') ? 'help' : values.has('version') ? 'version' : 'run',
    folder: values.get('dir'),
    port: parsePort(values.get('port')),
    opensWindow: !values.has('no-open'),
  };
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

function problemWith(token: Token): string | undefined {
  if (token.kind !== 'option') return token.kind === 'positional' ? `'${token.value}'` : undefined;
  const { name, rawName, value } = token;
  const flag = Object.entries(FLAGS).find(([known]) => known === name)?.[1];
  if (!flag) return `The option ${rawName}`;
  const wantsValue = flag.type === 'string';
  if (wantsValue && (value === undefined || value === '')) throw usage(`The option ${rawName} needs a value`);
  if (!wantsValue && value !== undefined) throw usage(`The option ${rawName} takes no value`);
  return undefined;
}

function parsePort(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw usage(`--port must be a number from 0 to 65535, not '${text}'`);
  return port;
}

function usage(problem: string): StartError {
  return new StartError(`${problem}.\n\nUsage: npm start -- [options]\n\n${FLAGS_HELP}`, 2);
}
