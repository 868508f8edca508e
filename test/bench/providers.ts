/** Tool providers: what a call costs above the provider's own time, mixed-up answers, a long line, attaching. */

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { LineReader, parseJsonLine } from '#core/parsing/json-lines';
import { createProviders, type ProvidersFeature, programOpener } from '#providers';
import type { Tool } from '#tools';
import { silentLogger } from '../support/silent-logger.ts';
import type { Report } from './run.ts';

const FIXTURES = resolve(import.meta.dirname, '../fixtures/providers');
const CALLS_ALONE = 6000;
const WARMING_CALLS = 1000;
const CALLS = process.env.SIGMA_TEST_LONG === '1' ? 100_000 : 5000;

export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  const providers = await open(folder);
  try {
    await benchAttach(providers, folder, report);
    await benchRoundTrip(providers, folder, report);
    await benchShuffled(providers, folder, report);
    await benchLongLine(providers, folder, report);
  } finally {
    await providers[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

async function open(folder: string): Promise<ProvidersFeature> {
  const unavailable = () => Promise.reject(new Error('not in this bench'));
  return await createProviders({
    open: { program: programOpener({ log: silentLogger, redact: (text) => text }), js: unavailable, mcp: unavailable },
    reservedNames: () => [],
    file: join(folder, 'providers.yaml'),
    firstWorkspace: () => folder,
    openWorkspace: async () => folder,
    environment: {},
    trust: { has: () => false, add: unavailable },
    secrets: {
      read: async () => ({}),
      write: unavailable,
      remove: unavailable,
      isForRun: () => false,
      onChanged: () => () => {},
    },
    ask: unavailable,
    runner: () => ({ run: unavailable }),
    sessionFor: unavailable,
    limits: () => ({ readyMs: 10_000, callMs: 60_000, maxTools: 512 }),
    onSecret: () => {},
    words: (line) => [line],
    newPackage: unavailable,
    log: silentLogger,
  });
}

async function attach(providers: ProvidersFeature, folder: string, argv: readonly string[]) {
  const environment = { PATH: '/usr/bin:/bin' };
  return await providers.attach({ kind: 'program', argv: [...argv] }, { workspace: folder, cwd: folder, environment });
}

/** The call without its ledger, guard and question: those are measured with the runner. */
async function call(tool: Tool, args: unknown, cwd: string): Promise<string> {
  return await (await planned(tool, args, cwd))();
}

/** Ready to run, as once a person has said yes. */
async function planned(tool: Tool, args: unknown, cwd: string): Promise<() => Promise<string>> {
  const { signal } = new AbortController();
  const context = { session: 'bench', callId: 'bench', workspace: cwd, cwd, sent: JSON.stringify(args), signal };
  const plan = await tool.plan(args, context);
  return async () => {
    const outcome = await plan.run({}, { ...context, record: async () => '', onOutput() {} });
    if ('content' in outcome && outcome.outcome === 'done') return outcome.content;
    throw new Error(`The call failed: ${JSON.stringify(outcome)}`);
  };
}

function toolOf(providers: ProvidersFeature, workspace: string): Tool {
  const [tool] = providers.tools.tools({ workspace });
  if (!tool) throw new Error('The provider has no tool');
  return tool;
}

async function benchAttach(providers: ProvidersFeature, folder: string, report: Report): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const view = await attach(providers, folder, [process.execPath, join(FIXTURES, 'ready-time.mjs')]);
    times.push(performance.timeOrigin + performance.now() - Number(view.tools[0]?.description));
    await providers.kill(view.pid ?? 0, { workspace: folder });
  }
  report({
    name: 'attach after the ready line, slowest of 20',
    value: round(Math.max(...times)),
    unit: 'ms',
    atMost: 100,
  });
}

async function benchRoundTrip(providers: ProvidersFeature, folder: string, report: Report): Promise<void> {
  const { pid = 0 } = await attach(providers, folder, [process.execPath, join(FIXTURES, 'shuffle.mjs'), 'plain']);
  const tool = toolOf(providers, folder);
  const over: number[] = [];
  for (let n = 0; n < CALLS_ALONE; n++) {
    const run = await planned(tool, { n }, folder);
    const startedAt = performance.now();
    const content = await run();
    const elapsed = performance.now() - startedAt;
    if (n >= WARMING_CALLS) over.push(elapsed - JSON.parse(content).ownMs);
  }
  await providers.kill(pid, { workspace: folder });
  const bare = await barePipes();
  report({
    name: 'bare pipes above the own time of the same program, p50',
    value: at(bare, 0.5),
    unit: 'ms',
    note: 'control',
  });
  report({
    name: 'bare pipes above the own time of the same program, p99',
    value: at(bare, 0.99),
    unit: 'ms',
    note: 'control',
  });
  report({ name: 'call above the own time of the provider, p50', value: at(over, 0.5), unit: 'ms' });
  report({ name: 'call above the own time of the provider, p99', value: at(over, 0.99), unit: 'ms', atMost: 1 });
  report({ name: 'call above bare pipes, of the p99', value: round(at(over, 0.99) - at(bare, 0.99)), unit: 'ms' });
}

/** The same program asked without anything of ours: what the machine's pipes and scheduler cost. */
async function barePipes(): Promise<readonly number[]> {
  const child = spawn(process.execPath, [join(FIXTURES, 'shuffle.mjs'), 'plain'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // The declaration and the empty line.
  await lines.next();
  await lines.next();
  const over: number[] = [];
  for (let n = 0; n < CALLS_ALONE; n++) {
    const startedAt = performance.now();
    child.stdin.write(
      `${JSON.stringify({ call_id: String(n), function: { name: 'echo', arguments: `{"n":${n}}` } })}\n`,
    );
    const { value } = await lines.next();
    const elapsed = performance.now() - startedAt;
    if (n >= WARMING_CALLS) over.push(elapsed - JSON.parse(value).content.ownMs);
  }
  child.kill();
  return over;
}

/** The value below which that share of them lies. */
function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
}

async function benchShuffled(providers: ProvidersFeature, folder: string, report: Report): Promise<void> {
  const { pid = 0 } = await attach(providers, folder, [process.execPath, join(FIXTURES, 'shuffle.mjs')]);
  const tool = toolOf(providers, folder);
  let next = 0;
  let wrong = 0;
  const startedAt = performance.now();
  const work = async () => {
    while (next < CALLS) {
      const n = next++;
      if (JSON.parse(await call(tool, { n }, folder)).echo !== n) wrong++;
    }
  };
  await Promise.all(Array.from({ length: 200 }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  const note = `${CALLS} calls, 200 at a time, delayed, shuffled and split, in ${round(seconds)} s`;
  report({ name: 'answers that reached another call', value: wrong, unit: 'calls', atMost: 0, note });
  await providers.kill(pid, { workspace: folder });
}

async function benchLongLine(providers: ProvidersFeature, folder: string, report: Report): Promise<void> {
  const { pid = 0 } = await attach(providers, folder, ['/usr/bin/python3', '-B', join(FIXTURES, 'long-line.py')]);
  const tool = toolOf(providers, folder);
  const times: number[] = [];
  for (let n = 0; n < 7; n++) {
    const startedAt = performance.now();
    await call(tool, { megabytes: 16 }, folder);
    times.push(performance.now() - startedAt);
  }
  await providers.kill(pid, { workspace: folder });
  report({
    name: 'line of 16 MB, whole round trip, median of 7',
    value: round(median(times)),
    unit: 'ms',
    atMost: 150,
  });

  const bytes = Buffer.from(`{"call_id":"x","content":"${'x'.repeat(16_000_000)}"}\n`);
  const parsing: number[] = [];
  for (let n = 0; n < 7; n++) {
    const startedAt = performance.now();
    const reader = new LineReader({
      maxBytes: 16 * 1024 * 1024,
      onLine: (line) => void parseJsonLine(line),
      onTooLong() {},
    });
    for (let from = 0; from < bytes.length; from += 65_536) reader.push(bytes.subarray(from, from + 65_536));
    parsing.push(performance.now() - startedAt);
  }
  report({ name: 'line of 16 MB, reading and parsing alone, median of 7', value: round(median(parsing)), unit: 'ms' });
}

function median(values: number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
