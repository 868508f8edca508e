import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { buildIfStale } from '../support/build-if-stale.ts';
import { type BuiltHost, ROOT, startBuiltHost } from '../support/built-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Report } from './run.ts';

const ROUNDS = 5;
/** First visits: each takes a host and a browser of its own. */
const COLD_ROUNDS = 3;
const IDLE_MS = 30_000;
const BARE_SERVER = `require('node:http').createServer().listen(0, '127.0.0.1', () => { console.log('ready'); process.exit(0) })`;

/** Start of the host and of the page, against Node alone in the same run; then what it costs to stand still. */
export async function run(report: Report, parts: readonly string[]): Promise<void> {
  if (parts.length > 0) throw new Error(`The startup bench has no parts, so no '${parts[0]}'`);
  await buildIfStale();
  await using folder = await temporaryFolder();
  const nodes: number[] = [];
  const servers: number[] = [];
  const hosts: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    nodes.push(await timeOf(['-e', '0']));
    servers.push(await timeOf(['-e', BARE_SERVER]));
    hosts.push(await hostTime(join(folder.path, `data-${round}`)));
  }
  // The first round warms the disk cache.
  const [node, server, host] = [nodes, servers, hosts].map((times) => median(times.slice(1)));
  report({ name: 'node -e 0', value: round(node), unit: 'ms', note: 'control' });
  report({ name: 'bare http server listening and gone', value: round(server), unit: 'ms', note: 'control' });
  report({ name: 'host listening after process start', value: round(host), unit: 'ms' });
  // A process start costs several times as much on a machine that is busy; beside Node alone that shows in neither.
  const ratios = hosts.map((time, at) => time / (nodes[at] ?? Number.NaN)).slice(1);
  const note = `host listening, median of ${ROUNDS} rounds by turns; worst ${round(Math.max(...ratios))}`;
  report({ name: 'host start', value: hundredths(median(ratios)), unit: 'x node -e 0', atMost: 2.5, note });

  const cold: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round++) cold.push(await coldTime(join(folder.path, `cold-${round}`)));
  report({ name: 'page interactive at the first visit, caches empty', value: round(median(cold)), unit: 'ms' });

  await using running = await startBuiltHost({ dataFolder: join(folder.path, 'data') });
  await measurePage(running, report);
}

const round = (value = Number.NaN) => Math.round(value * 10) / 10;
const hundredths = (value: number) => Math.round(value * 100) / 100;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function timeOf(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  return new Promise((resolve) => child.once('exit', () => resolve(performance.now() - startedAt)));
}

async function hostTime(dataFolder: string): Promise<number> {
  await using host = await startBuiltHost({ dataFolder });
  return host.startMs;
}

function launched(): Promise<Browser> {
  const debian = '/usr/bin/chromium';
  return chromium.launch(existsSync(debian) ? { executablePath: debian } : {});
}

/**
 * Measures from the address to the prompt, in a browser that has never seen the page, on a host that has never served
 * it.
 */
async function coldTime(dataFolder: string): Promise<number> {
  await using host = await startBuiltHost({ dataFolder });
  const browser = await launched();
  try {
    const page = await browser.newPage();
    const startedAt = performance.now();
    await page.goto(host.address, { waitUntil: 'commit' });
    await interactive(page);
    return performance.now() - startedAt;
  } finally {
    await browser.close();
  }
}

async function measurePage(host: BuiltHost, report: Report): Promise<void> {
  const browser = await launched();
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(host.address);
    await interactive(page);
    const times: number[] = [];
    for (let index = 0; index < ROUNDS; index++) times.push(await reloadTime(page));
    report({ name: 'page interactive after a reload', value: round(median(times)), unit: 'ms', atMost: 400 });
    report({
      name: 'JavaScript before the first prompt, gzip',
      value: round(await scriptSize(page)),
      unit: 'kB',
      atMost: 900,
    });
    await page.waitForTimeout(2000);
    const before = await cpuMs(host.pid);
    await page.waitForTimeout(IDLE_MS);
    const percent = (((await cpuMs(host.pid)) - before) / IDLE_MS) * 100;
    report({ name: 'idle CPU of the host, of a core', value: round(percent), unit: '%', atMost: 1 });
    report({ name: 'host RSS with one terminal', value: round(await residentMb(host.pid)), unit: 'MB', atMost: 120 });
  } finally {
    await browser.close();
  }
}

/** The shell's prompt is drawn and the rail can be used; looked at with each frame, since a locator waits half a second between its looks. */
async function interactive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('nav[aria-label="Main"] button') !== null &&
      /[$#%>]/.test(document.querySelector('.xterm-rows')?.textContent ?? ''),
    undefined,
    { polling: 'raf' },
  );
}

async function reloadTime(page: Page): Promise<number> {
  const startedAt = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await interactive(page);
  return performance.now() - startedAt;
}

/** Size of what the page had loaded when the prompt appeared. */
async function scriptSize(page: Page): Promise<number> {
  const names = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  );
  const files = await Promise.all([...new Set(names)].map((path) => readFile(join(ROOT, 'out', 'renderer', path))));
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1000;
}

/** Time on the processor, user and system, from /proc (fields 14 and 15, in hundredths of a second). */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
}
