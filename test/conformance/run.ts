import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** How a suite's cases came out; `failures` is one text for each case that failed. */
export interface SuiteResult {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

/** Runs cases through what the app itself calls; `say` prints each case when -v is given. */
export type Suite = (cases: unknown, say: (line: string) => void) => Promise<SuiteResult>;

/** Suites by name; each loads what it tests when it is run. */
const SUITES: Readonly<Record<string, () => Promise<Suite>>> = {};

/** Suites whose subject is not built yet, and what brings them. */
const COMING: Readonly<Record<string, string>> = {
  'go-template': 'the prompt engine',
  'guard-alias': 'the tool guard',
  'guard-pipeline': 'the tool guard',
  'psi-manifest': 'workspace images',
  'psi-tool-schema': 'workspaces',
  'psi-taskmd': 'schedules',
  'command-policy': 'approval rules',
};

const USAGE = 'Usage: npm run -s conformance -- <suite> <cases.json> [-v]';

async function main(args: readonly string[]): Promise<number> {
  const [name, file] = args.filter((arg) => !arg.startsWith('-'));
  const load = name === undefined ? undefined : SUITES[name];
  if (name === undefined || load === undefined) return failed(whyNoSuite(name));
  if (file === undefined) return failed(`No file of cases is given.\n${USAGE}`);
  let cases: unknown;
  try {
    cases = JSON.parse(readFileSync(resolve(file), 'utf8'));
  } catch (error) {
    return failed(`${file} cannot be read: ${String(error)}`);
  }
  const suite = await load();
  const { passed, skipped, failures } = await suite(cases, args.includes('-v') ? console.log : () => {});
  for (const failure of failures) console.log(failure);
  console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failures.length > 0 ? 1 : 0;
}

function whyNoSuite(name: string | undefined): string {
  const there = Object.keys(SUITES).join(', ') || 'none yet';
  if (name === undefined) return `No suite is named. There are: ${there}.\n${USAGE}`;
  const coming = COMING[name];
  return coming === undefined
    ? `There is no suite '${name}'. There are: ${there}; to come: ${Object.keys(COMING).join(', ')}.`
    : `The suite '${name}' comes with ${coming}, which is not built yet. There are: ${there}.`;
}

function failed(problem: string): number {
  console.error(problem);
  console.log('0 passed, 1 failed');
  return 1;
}

void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
