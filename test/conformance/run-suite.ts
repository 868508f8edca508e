import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Result of a suite's cases; `failures` is one text for each case that failed. */
export interface SuiteResult {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

/** Options given as `--name value`. */
export type SuiteOptions = ReadonlyMap<string, string>;

/** Runs cases through what the app itself calls; `say` prints each case when -v is given. */
export type Suite = (cases: unknown, say: (line: string) => void, options?: SuiteOptions) => Promise<SuiteResult>;

export type Suites = Readonly<Record<string, () => Promise<Suite>>>;

/** Reasons why suites are still to come. */
export type ComingSuites = Readonly<Record<string, string>>;

export type Output = Pick<Console, 'log' | 'error'>;

export interface Known {
  readonly suites: Suites;
  readonly coming: ComingSuites;
}

const USAGE = 'Usage: npm run -s conformance -- <suite> <cases.json> [-v] [--option value]';

/** Runs one suite; whatever happens, the last line on stdout is the count. @returns the exit code */
export async function runSuite(args: readonly string[], known: Known, output: Output = console): Promise<number> {
  const { words, options, isVerbose } = readArguments(args);
  const [name = '', file] = words;
  const load = Object.hasOwn(known.suites, name) ? known.suites[name] : undefined;
  if (load === undefined) return failed(whyNoSuite(name, known), output);
  if (file === undefined) return failed(`No file of cases is given.\n${USAGE}`, output);
  let cases: unknown;
  try {
    cases = JSON.parse(readFileSync(resolve(file), 'utf8'));
  } catch (error) {
    return failed(`${file} cannot be read: ${String(error)}`, output);
  }
  try {
    const suite = await load();
    const { passed, skipped, failures } = await suite(cases, isVerbose ? output.log : () => {}, options);
    for (const failure of failures) output.log(failure);
    output.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
    return failures.length > 0 ? 1 : 0;
  } catch (error) {
    return failed(`The suite '${name}' cannot run ${file}: ${String(error)}`, output);
  }
}

function readArguments(args: readonly string[]) {
  const words: string[] = [];
  const options = new Map<string, string>();
  let option: string | undefined;
  for (const arg of args) {
    if (option !== undefined) options.set(option, arg);
    else if (!arg.startsWith('-')) words.push(arg);
    option = option === undefined && arg.startsWith('--') ? arg.slice(2) : undefined;
  }
  return { words, options, isVerbose: args.includes('-v') };
}

function whyNoSuite(name: string, { suites, coming }: Known): string {
  const there = Object.keys(suites).join(', ') || 'none yet';
  if (name === '') return `No suite is named. There are: ${there}.\n${USAGE}`;
  return Object.hasOwn(coming, name)
    ? `The suite '${name}' comes with ${coming[name]}, which is not built yet. There are: ${there}.`
    : `There is no suite '${name}'. There are: ${there}; to come: ${Object.keys(coming).join(', ')}.`;
}

function failed(problem: string, output: Output): number {
  output.error(problem);
  output.log('0 passed, 1 failed');
  return 1;
}
