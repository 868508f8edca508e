import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SandboxState } from '#contract';
import { messageOf } from '#core/app-error';
import { findProgram } from '../find-program.ts';
import { startGroup } from '../group.ts';
import { SYSTEM_PATH } from '../system-program.ts';
import { reservationFilter } from './reservation-filter.ts';
import { programInSandbox } from './sandboxed-program.ts';
import { SANDBOX_EXEC } from './seatbelt.ts';

/** State of the sandbox here, with what only main asks of it. */
export interface ProbedSandbox extends Readonly<SandboxState> {
  /** Whether it takes filters for system calls. */
  readonly takesFilters?: boolean | undefined;
}

const MISSING: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'bubblewrap (bwrap) is not installed',
  darwin: `${SANDBOX_EXEC} is not there`,
};
const LINUX_TEST = '[ ! -w / ] && [ -w /tmp ] && [ ! -w /proc/sys/kernel/hostname ]';
const MAC_TEST = '! ( : > /private/tmp/sigma-shell-probe ) 2>/dev/null && : > /dev/null';
const PROBE_MS = 5000;

let probed: Promise<ProbedSandbox> | undefined;

/** Tries the sandbox once, really: a command must run, and not be able to write. */
export function probeSandbox(environment: Readonly<Record<string, string>>): Promise<ProbedSandbox> {
  probed ??= probe(environment);
  return probed;
}

async function probe(environment: Readonly<Record<string, string>>): Promise<ProbedSandbox> {
  const program = findBox(environment);
  if (program === undefined)
    return { works: false, why: MISSING[process.platform] ?? 'The box is there on Linux and macOS only' };
  try {
    const filter = process.platform === 'linux' ? reservationFilter() : undefined;
    if (filter && (await sandboxProblem(program, environment, filter)) === undefined) {
      return { works: true, program, takesFilters: true };
    }
    const problem = await sandboxProblem(program, environment);
    return problem === undefined ? { works: true, program } : { works: false, program, why: problem };
  } catch (error) {
    return { works: false, program, why: messageOf(error) };
  }
}

function findBox(environment: Readonly<Record<string, string>>): string | undefined {
  if (process.platform === 'darwin') return existsSync(SANDBOX_EXEC) ? SANDBOX_EXEC : undefined;
  if (process.platform !== 'linux') return undefined;
  // What keeps others out is not looked up where a workspace may have put it first.
  const path = [SYSTEM_PATH, ...(environment.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'))];
  return findProgram('bwrap', { cwd: '/', environment: { PATH: path.join(':') } });
}

async function sandboxProblem(
  program: string,
  environment: Readonly<Record<string, string>>,
  filter?: Buffer,
): Promise<string | undefined> {
  const test = { file: '/bin/sh', args: ['-c', process.platform === 'darwin' ? MAC_TEST : LINUX_TEST] };
  const options = {
    strength: 'read-only',
    program,
    cwd: '/',
    workspace: '/',
    hide: [],
    ...(filter && { filterFrom: 0 }),
  } as const;
  await using group = await startGroup({ ...programInSandbox(test, options), cwd: '/', environment, stdin: 'pipe' });
  group.stdin?.end(filter);
  const timer = setTimeout(() => void group.end(0), PROBE_MS);
  try {
    // Where nobody reads it to its end, the pipe is closed before it.
    const said = text(group.stderr).catch(() => '');
    group.stdout.resume();
    const { exitCode } = await group.exited;
    if (exitCode === 0) return undefined;
    const [line = ''] = (await said).trim().split('\n').slice(-1);
    const name = basename(program);
    return line === '' ? `In ${name}, a command could still write` : `${name} does not work here: ${line}`;
  } finally {
    clearTimeout(timer);
  }
}
