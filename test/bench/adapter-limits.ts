/** Limits and containment: a fork bomb, how soon each limit trips, what looking costs, and that ordinary commands never trip. */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ContainmentStep, RunLimits } from '#contract';
import type { ContainmentPort } from '#process/containment/model';
import { openContainment } from '#process/containment/open-containment';
import { startGroup } from '#process/group';
import { watchLimits } from '../../src-main/execution/limits/watch-limits.ts';
import { cappedGroup } from '../support/capped-group.ts';
import { DESKTOP_LIMITS } from '../support/desktop-limits.ts';
import { silentLogger } from '../support/silent-logger.ts';
import type { Report } from './run.ts';

type Part = (report: Report) => Promise<void>;

/** Parts of the bench `adapter`. */
export const limitsParts: Readonly<Record<string, Part>> = {
  bomb: benchBomb,
  trips: benchTrips,
  sampling: benchSampling,
  'false-trips': benchFalseTrips,
};

const IS_LONG = process.env.SIGMA_TEST_LONG === '1';
const ENVIRONMENT = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
const BOMB = ':(){ :|:& };:; sleep 60';
const MB = 1024 * 1024;
const NO_LIMITS: RunLimits = { timeoutMs: 600_000, maxOutputBytes: 1_000_000_000 };

interface Ways {
  readonly name: string;
  readonly allowNamespace: boolean;
  readonly ladder?: readonly ContainmentStep[];
}

const WAYS: readonly Ways[] = [
  { name: 'surest', allowNamespace: false },
  { name: 'surest+namespace', allowNamespace: true },
  { name: 'pid-namespace', allowNamespace: true, ladder: ['pid-namespace'] },
  { name: 'marked-scan', allowNamespace: false, ladder: ['marked-scan'] },
];

async function opened({ allowNamespace, ladder }: Ways): Promise<ContainmentPort> {
  return await openContainment({ environment: ENVIRONMENT, allowNamespace, log: silentLogger }, ladder);
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchBomb(report: Report): Promise<void> {
  for (const way of WAYS) {
    await using containment = await opened(way);
    const isCapped = containment.state.step.startsWith('cgroup');
    await using cap = isCapped ? undefined : cappedGroup(3000);
    if (!isCapped && !cap) continue;
    const name = `adapter.bomb.${way.name}`;
    const args = cap?.args(BOMB) ?? ['--norc', '-c', BOMB];
    const group = await containment.start({
      file: 'bash',
      args,
      cwd: '/tmp',
      environment: ENVIRONMENT,
      processes: 200,
    });
    group.stdout.resume();
    group.stderr.resume();
    await using pulse = await takingPulse();
    const limits = { ...NO_LIMITS, processes: 200 };
    const trip = await tripOf(group, { limits, checkMs: 1000 });
    const from = performance.now();
    await group.end(0);
    const ms = Math.round(performance.now() - from);
    const left = (await group.pids()).length;
    await delay(200);
    report({ name: `${name}.trip`, value: trip.ms, unit: 'ms', note: trip.text });
    report({ name: `${name}.gone`, value: ms, unit: 'ms', atMost: 3000, note: containment.state.step });
    report({ name: `${name}.left`, value: left, unit: 'processes', atMost: 0 });
    report({ name: `${name}.loop.p99`, value: pulse.loopP99(), unit: 'ms', atMost: 250 });
    report({ name: `${name}.http.p99`, value: pulse.httpP99(), unit: 'ms', atMost: 250 });
  }
}

/** Measures the delay of the event loop, and the duration of a request over HTTP, until it is disposed of. */
async function takingPulse() {
  const server = createServer((_, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const late: number[] = [];
  const pings: number[] = [];
  let last = performance.now();
  const loop = setInterval(() => {
    const now = performance.now();
    late.push(Math.max(0, now - last - 10));
    last = now;
  }, 10);
  let isOver = false;
  const pinging = (async () => {
    while (!isOver) {
      const from = performance.now();
      await new Promise<void>((resolve) => {
        get({ port, agent: false }, (response) => response.resume().once('end', resolve)).once('error', () =>
          resolve(),
        );
      });
      pings.push(performance.now() - from);
      await delay(5);
    }
  })();
  return {
    loopP99: () => quantile(late, 0.99),
    httpP99: () => quantile(pings, 0.99),
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      clearInterval(loop);
      await pinging;
      server.close();
    },
  };
}

interface Tripped {
  readonly reason: string;
  readonly text: string;
  readonly ms: number;
}

type Watched = Parameters<typeof watchLimits>[0];
type Watching = Pick<Parameters<typeof watchLimits>[1], 'limits' | 'checkMs' | 'workspace'>;

function tripOf(group: Watched, watching: Watching): Promise<Tripped> {
  const from = performance.now();
  return new Promise((resolve) => {
    const watch = watchLimits(group, {
      ...watching,
      outputBytes: () => 0,
      onUsage: () => {},
      onTrip: (reason, text) => {
        watch.stop();
        clearTimeout(timer);
        resolve({ reason, text, ms: Math.round(performance.now() - from) });
      },
    });
    const timer = setTimeout(() => {
      watch.stop();
      resolve({ reason: 'none', text: 'no trip', ms: Number.POSITIVE_INFINITY });
    }, 20_000);
  });
}

/** Commands that exceed a limit, and print a note when they do; the mean of CPU exceeds it once its time has passed. */
const OVER: readonly { readonly name: string; readonly command: string; readonly limits: Partial<RunLimits> }[] = [
  { name: 'cpu', command: 'while :; do :; done', limits: { cpuPercent: 10 } },
  {
    name: 'cpu.children',
    command: 'while :; do head -c 2000000 /dev/zero | md5sum >&2; done',
    limits: { cpuPercent: 10 },
  },
  {
    name: 'memory',
    command: 'exec /usr/bin/python3 -uc "x = bytearray(300 << 20); print(1); import time; time.sleep(60)"',
    limits: { memoryBytes: 150 * MB },
  },
  { name: 'disk', command: 'fallocate -l 2G big; echo 1; sleep 60', limits: { diskBytes: 100 * MB } },
  {
    name: 'processes',
    command: 'for i in $(seq 60); do setsid sleep 60 & done 2>/dev/null; echo 1; wait',
    limits: { processes: 50 },
  },
];

const CHECK_MS = 2000;

async function benchTrips(report: Report): Promise<void> {
  for (const way of WAYS) {
    await using containment = await opened(way);
    for (const { name, command, limits } of OVER) {
      await inFolder(async (workspace) => {
        const options = { file: 'bash', args: ['--norc', '-c', command], cwd: workspace, environment: ENVIRONMENT };
        await using group = await containment.start({ ...options, processes: limits.processes, graceMs: 0 });
        group.stderr.resume();
        const from = performance.now();
        let overAt = limits.cpuPercent === undefined ? 0 : from + CHECK_MS;
        group.stdout.once('data', () => {
          overAt = performance.now();
        });
        const trip = await tripOf(group, { limits: { ...NO_LIMITS, ...limits }, checkMs: CHECK_MS, workspace });
        const trippedAt = performance.now();
        await group.end(0);
        const title = `adapter.trip.${way.name}.${name}`;
        const isRight = trip.reason === name.split('.')[0];
        const late = overAt === 0 ? 0 : Math.max(0, Math.round(trippedAt - overAt));
        const note = `after it was over the limit. ${isRight ? '' : `Tripped for ${trip.reason}: `}${trip.text}`;
        report({ name: title, value: isRight ? late : Number.MAX_VALUE, unit: 'ms', atMost: 1000, note });
        report({ name: `${title}.gone`, value: Math.round(performance.now() - trippedAt), unit: 'ms', atMost: 1000 });
      });
    }
  }
}

/** CPU of this process while ten ordinary processes are watched, less what it uses without. */
async function benchSampling(report: Report): Promise<void> {
  const rounds = IS_LONG ? 20_000 : 5000;
  for (const way of WAYS) {
    await using containment = await opened(way);
    await inFolder(async (workspace) => {
      const command =
        'for i in 1 2 3 4 5 6 7 8 9; do sleep 600 & done; for i in $(seq 200); do echo $i >f$i; done; wait';
      const options = { file: 'bash', args: ['--norc', '-c', command], cwd: workspace, environment: ENVIRONMENT };
      await using group = await containment.start({ ...options, processes: 1000, graceMs: 0 });
      group.stdout.resume();
      await delay(1000);
      const without = await cpuOver(rounds);
      const watch = watchLimits(group, {
        limits: DESKTOP_LIMITS.limits,
        checkMs: 5000,
        workspace,
        outputBytes: () => 0,
        onUsage: () => {},
        onTrip: () => {},
      });
      // What runs for the first time is compiled meanwhile.
      await delay(1500);
      const watched = await cpuOver(rounds);
      watch.stop();
      const value = Math.round(Math.max(0, watched - without) * 100) / 100;
      const note = `10 processes, every 250 ms, over ${rounds / 1000} s`;
      report({ name: `adapter.sampling.${way.name}`, value, unit: '% of a core', atMost: 3, note });
    });
  }
}

async function cpuOver(ms: number): Promise<number> {
  const before = process.cpuUsage();
  const from = performance.now();
  await delay(ms);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 / (performance.now() - from)) * 100;
}

const ORDINARY = [
  'ls -la /usr/bin | wc -l',
  'grep -rn import . | head -20',
  'seq 1 20000 | sort -R | sort -n | tail -1',
  'for i in $(seq 40); do (true) & done; wait',
  'node -e "console.log([...Array(1000).keys()].reduce((a, b) => a + b))"',
  '/usr/bin/python3 -c "print(sum(range(1000000)))"',
  'head -c 5000000 /dev/zero | gzip | wc -c',
  'mkdir -p a && for i in $(seq 50); do echo $i >a/$i; done; find a -type f | xargs cat | md5sum; rm -rf a',
  'yes | head -c 20000000 | md5sum',
  'git --version; env | sort; uname -a; df -h . | tail -1',
];

async function benchFalseTrips(report: Report): Promise<void> {
  const count = IS_LONG ? 1000 : 200;
  await using containment = await opened({ name: 'surest', allowNamespace: true });
  const plain: number[] = [];
  const ours: number[] = [];
  const trips: string[] = [];
  await inFolder(async (workspace) => {
    for (let at = 0; at < count; at++) {
      const command = ORDINARY[at % ORDINARY.length] ?? 'true';
      const options = { file: 'bash', args: ['--norc', '-c', command], cwd: workspace, environment: ENVIRONMENT };
      const from = performance.now();
      await using group = await containment.start({
        ...options,
        processes: DESKTOP_LIMITS.limits.processes,
        graceMs: 0,
      });
      ours.push(performance.now() - from);
      const watch = watchLimits(group, {
        limits: DESKTOP_LIMITS.limits,
        checkMs: DESKTOP_LIMITS.checkMs,
        workspace,
        outputBytes: () => 0,
        onUsage: () => {},
        onTrip: (reason, text) => trips.push(`${command}: ${reason}, ${text}`),
      });
      group.stdout.resume();
      group.stderr.resume();
      await group.exited;
      watch.stop();
    }
    for (let at = 0; at < 50; at++) {
      const options = { file: 'bash', args: ['--norc', '-c', 'true'], cwd: workspace, environment: ENVIRONMENT };
      const from = performance.now();
      await using group = await startGroup({ ...options, graceMs: 0 });
      plain.push(performance.now() - from);
      await group.exited;
    }
  });
  const note = `${count} ordinary commands under preset desktop. ${trips.join('; ')}`;
  report({ name: 'adapter.false-trips', value: trips.length, unit: 'trips', atMost: 0, note });
  const added = quantile(ours, 0.5) - quantile(plain, 0.5);
  report({
    name: 'adapter.start.added',
    value: Math.round(added * 100) / 100,
    unit: 'ms',
    atMost: 2,
    note: 'median, above a bare start',
  });
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 100) / 100;
}
