/** The guard: what running filters on a whole output costs above bash's own pipe, and a sandbox above plain bash. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitFor } from '#app/start/split-command';
import { splitPipeline } from '#guard';
import { hiddenPlaces } from '#process/hidden-places';
import { probeSandbox } from '#process/sandbox/probe';
import { programInSandbox } from '#process/sandbox/sandboxed-program';
import type { Sandbox } from '../../src-main/execution/runs/box.ts';
import { type CommandOptions, runCommand } from '../../src-main/execution/runs/run-command.ts';
import { runSplit } from '../../src-main/execution/runs/run-split.ts';
import type { Report } from './run.ts';

const ENVIRONMENT = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
const ROUNDS = process.env.SIGMA_TEST_LONG === '1' ? 300 : 60;
const FILTERED = 'seq 1 2000 | grep 9 | tail -2';

export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  try {
    await benchFilter(folder, report);
    await benchSandbox(folder, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function optionsFor(folder: string, command: string): CommandOptions {
  return {
    command,
    cwd: folder,
    environment: ENVIRONMENT,
    limits: { timeoutMs: 60_000, maxOutputBytes: 10_000_000 },
    signal: new AbortController().signal,
    spoolPath: join(folder, 'spool'),
    onOutput: () => {},
  };
}

/** Splitting it is part of what the guard costs. */
async function benchFilter(folder: string, report: Report): Promise<void> {
  const split = splitFor(splitPipeline, ENVIRONMENT);
  const plain = () => runCommand(optionsFor(folder, FILTERED));
  const guarded = async () => {
    const taken = split(FILTERED);
    if (!taken) throw new Error(`The guard does not split ${FILTERED}`);
    const options = { ...optionsFor(folder, FILTERED), stdoutPath: join(folder, 'stdout'), slowMs: 60_000 };
    const { split: done } = await runSplit({ ...options, split: taken });
    if (done.treatment !== 'filtered') throw new Error(`It was ${done.treatment}`);
  };
  const [bash, ours] = await inTurns([plain, guarded]);
  report({ name: 'guard.filtered.bash', value: round(bash), unit: 'ms', note: FILTERED });
  report({ name: 'guard.filtered.guarded', value: round(ours), unit: 'ms' });
  report({ name: 'guard.filtered.added', value: round(ours - bash), unit: 'ms', atMost: 15, note: 'medians' });
}

async function benchSandbox(folder: string, report: Report): Promise<void> {
  const { works, program, why } = await probeSandbox(ENVIRONMENT);
  if (!works || program === undefined) throw new Error(`No sandbox works here: ${why}`);
  const hide = hiddenPlaces('/nonexistent');
  const sandbox: Sandbox = (what, cwd) =>
    programInSandbox(what, { strength: 'read-only', program, cwd, workspace: folder, hide });
  const plain = () => runCommand(optionsFor(folder, 'true'));
  const inside = () => runCommand({ ...optionsFor(folder, 'true'), sandbox });
  const [bash, ours] = await inTurns([plain, inside]);
  report({ name: 'guard.sandbox.bash', value: round(bash), unit: 'ms', note: 'true' });
  report({ name: 'guard.sandbox.sandboxed', value: round(ours), unit: 'ms' });
  report({ name: 'guard.sandbox.ratio', value: round(ours / bash), unit: 'times', atMost: 3, note: 'medians' });
}

/** Median of each, in milliseconds; one after the other, so that what else the machine does falls on all of them. */
async function inTurns(work: readonly [() => Promise<unknown>, () => Promise<unknown>]): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < ROUNDS; turn++) {
    for (const [index, one] of work.entries()) {
      const startedAt = performance.now();
      await one();
      times[index as 0 | 1].push(performance.now() - startedAt);
    }
  }
  const [first, second] = times;
  return [median(first), median(second)];
}

function median(values: number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

const round = (value: number) => Math.round(value * 100) / 100;
