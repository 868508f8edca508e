/** The Shell Adapter: what a command costs above bare `bash -c`, and whether 10,000 commands stay in step. */

import { spawn } from 'node:child_process';
import { commandProblem, seededRandom, sessionCommands } from '../support/session-commands.ts';
import { type ShellBox, shellBox } from '../support/shell-box.ts';
import { benchClients } from './adapter-clients.ts';
import { benchDisk } from './adapter-disk.ts';
import { limitsParts } from './adapter-limits.ts';
import { benchParts } from './adapter-parts.ts';
import type { Report } from './run.ts';

const IS_LONG = process.env.SIGMA_TEST_LONG === '1';
const ROUNDS = IS_LONG ? 1000 : 200;
const COMMANDS = IS_LONG ? 10_000 : 2000;
const SEED = 5;
const SIZES = { most: 20_000, beginning: 10_000, end: 10_000 };

type Part = (report: Report) => Promise<void>;
const PARTS: Readonly<Record<string, Part>> = {
  overhead: benchOverhead,
  clients: benchClients,
  parts: benchParts,
  nasty: benchNasty,
  disk: benchDisk,
  ...limitsParts,
};

export async function run(report: Report, parts: readonly string[]): Promise<void> {
  const unknown = parts.filter((part) => !Object.hasOwn(PARTS, part));
  if (unknown.length > 0) throw new Error(`Bench adapter has the parts ${Object.keys(PARTS).join(', ')}`);
  for (const [name, part] of Object.entries(PARTS)) {
    if (parts.length === 0 || parts.includes(name)) await part(report);
  }
}

async function benchOverhead(report: Report): Promise<void> {
  await using box = await shellBox();
  const shell = await box.open();
  const ways = {
    bash: () => bareBash(box, 'echo hi'),
    session: async () => void (await box.run('echo hi', shell)),
    independent: async () => void (await box.run('echo hi')),
  };
  const times = await inTurns(ways);
  for (const [name, { median, p95 }] of Object.entries(times)) {
    report({ name: `adapter.${name}`, value: round(median), unit: 'ms', note: `echo hi, median; p95 ${round(p95)}` });
  }
  const { bash, session, independent } = times;
  if (!bash || !session || !independent) return;
  report({ name: 'adapter.session.added', value: round(session.median - bash.median), unit: 'ms', atMost: 2 });
  report({ name: 'adapter.independent.added', value: round(independent.median - bash.median), unit: 'ms', atMost: 8 });
  const note = 'medians; the shell is there already';
  report({ name: 'adapter.session.ratio', value: round(session.median / bash.median), unit: 'x bash -c', note });
}

function bareBash({ workspace }: ShellBox, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', command], { cwd: workspace, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    child.once('close', () => resolve());
    child.once('error', reject);
  });
}

async function benchNasty(report: Report): Promise<void> {
  await using box = await shellBox({ output: SIZES, sessionMs: 3_600_000 });
  const shell = await box.open();
  const commands = sessionCommands(COMMANDS, 10, seededRandom(SEED));
  const problems: string[] = [];
  const from = performance.now();
  for (const command of commands) {
    const problem = commandProblem(command, await box.run(command.text, shell));
    if (problem !== undefined) problems.push(problem);
  }
  const seconds = (performance.now() - from) / 1000;
  const note = `${COMMANDS} commands in one session, ${COMMANDS / 10} nasty${problems.length > 0 ? `; ${problems[0]}` : ''}`;
  report({ name: 'adapter.nasty.wrong', value: problems.length, unit: 'results', atMost: 0, note });
  report({ name: 'adapter.nasty.rate', value: round(COMMANDS / seconds), unit: 'commands/s' });
}

/** Runs the ways in turns, so that other load on the machine affects all alike. */
async function inTurns(ways: Readonly<Record<string, () => Promise<void>>>) {
  const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  for (let at = -5; at < ROUNDS; at++) {
    for (const [name, way] of Object.entries(ways)) {
      const from = performance.now();
      await way();
      if (at >= 0) times.get(name)?.push(performance.now() - from);
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, spread(all)]));
}

function spread(times: number[]) {
  const sorted = times.sort((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
}

const round = (value: number) => Math.round(value * 100) / 100;
