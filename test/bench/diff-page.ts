/** A diff of 20,000 lines in the page: how soon it is drawn, and how long a step to the next hunk takes. Measures the build in `out/`. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { scriptedModelServer } from '../support/scripted-model-server.ts';
import type { Report } from './run.ts';
import { untilQuiet, waitedForQuiet } from './terminal/quiet.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
const ROOT = join(import.meta.dirname, '..', '..');
const LINES = 20_000;
const EDITS = 400;
const STEPS = 20;
const FIRST_DRAWN_MS = 150;
const STEP_MS = 50;
const PATIENCE_MS = 60_000;

export async function runPage(report: Report): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  const workspace = join(dataFolder, 'workspace');
  await mkdir(workspace);
  const before = Array.from({ length: LINES }, (_, line) => `const value${line} = await read('file-${line}.ts');`);
  const after = before.map((text, line) => (line % (LINES / EDITS) === 7 ? `${text} // edited` : text));
  await writeFile(join(workspace, 'large.ts'), `${before.join('\n')}\n`);
  const create = (path: string, lines: readonly string[]) => ({
    calls: [{ tool: 'create_or_update_file', arguments: { path, file_content: `${lines.join('\n')}\n` } }],
  });
  await using server = await scriptedModelServer([create('small.ts', ['one']), create('large.ts', after)], {
    models: ['tiny'],
  });
  const profile = { baseurl: server.baseUrl, model: 'tiny', key: 'none' };
  await writeFile(join(dataFolder, '.phishell.yaml'), JSON.stringify({ profiles: { bench: profile } }), {
    mode: 0o600,
  });
  const host = spawn(process.execPath, [join(ROOT, 'out/main/web.js'), '--no-open', '--port', '0', '-dir', workspace], {
    env: { ...process.env, HOME: dataFolder, SIGMA_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await chromium.launch({ ...(CHROMIUM ? { executablePath: CHROMIUM } : {}), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(await addressOf(host));
    await untilProposed(page);
    await untilQuiet();
    const note = `${LINES} lines, ${EDITS} edits; ${waitedForQuiet()}`;
    for (const look of ['Side by side', 'Accessible view']) await measure(page, look, { report, note });
  } finally {
    await browser.close();
    const exited = once(host, 'exit');
    host.kill();
    await exited;
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Applies a small change, so that the editor is loaded, and waits for the large one. */
async function untilProposed(page: Page): Promise<void> {
  const go = (view: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: new RegExp(`^${view}`) })
      .click();
  await go('Sessions');
  await page.getByRole('button', { name: 'New session' }).first().click();
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Change all');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: /^Create small\.ts\?/ }).waitFor({ timeout: PATIENCE_MS });
  await go('Changes');
  await page.locator('.view-line').first().waitFor({ timeout: PATIENCE_MS });
  await page.getByRole('button', { name: 'Apply accepted' }).click();
  await row(page, 'large.ts').waitFor({ timeout: PATIENCE_MS });
}

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Changes', exact: true }).getByRole('button', { name: new RegExp(`^${name}`) });

interface Told {
  readonly report: Report;
  readonly note: string;
}

async function measure(page: Page, look: string, { report, note }: Told): Promise<void> {
  await page.getByRole('button', { name: look }).click();
  const name = look.toLowerCase();
  await row(page, 'large.ts').click();
  await page.getByText(new RegExp(`^Hunk \\d+ of ${EDITS}$`)).waitFor({ timeout: PATIENCE_MS });
  await row(page, 'small.ts').click();
  await page.getByRole('region', { name: 'Diff of small.ts' }).waitFor();
  await page.waitForTimeout(500);
  // As text: what tsx makes of a function needs a helper that the page has not.
  const cdp = await page.context().newCDPSession(page);
  // Counted in the page's own processor time, which other programs leave alone.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskMs(cdp);
  const drawn = await page.evaluate<number>(DRAWN);
  const busy = (await taskMs(cdp)) - before;
  report({ name: `${name}: first drawn`, value: Math.round(drawn), unit: 'ms', atMost: FIRST_DRAWN_MS, note });
  report({ name: `${name}: the page's own time until then`, value: Math.round(busy), unit: 'ms' });
  await page.waitForTimeout(3000);
  await page.getByRole('region', { name: 'Diff of large.ts' }).focus();
  const beforeSteps = await taskMs(cdp);
  const steps = await page.evaluate<number[]>(STEPPED);
  const perStep = ((await taskMs(cdp)) - beforeSteps) / STEPS;
  const median = steps.toSorted((a, b) => a - b)[STEPS / 2] ?? 0;
  report({ name: `${name}: hunk step, median`, value: Math.round(median), unit: 'ms', atMost: STEP_MS, note });
  report({ name: `${name}: the page's own time for a step`, value: Math.round(perStep), unit: 'ms' });
  report({ name: `${name}: hunk step, longest`, value: Math.round(Math.max(...steps)), unit: 'ms' });
}

/** Time that the page's main thread has worked since it began, in milliseconds. */
async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Script that measures from the click to the frame after lines of the large file are drawn with their marks. */
const DRAWN = `new Promise((resolve) => {
  const rows = [...document.querySelectorAll('[data-row]')];
  const started = performance.now();
  rows.find((one) => one.textContent.startsWith('large.ts')).click();
  const look = () => {
    const region = document.querySelector('[aria-label="Diff of large.ts"]');
    const isMarked = region?.querySelector('.modified .line-insert, [data-hunk] li') !== null;
    const line = isMarked ? region?.querySelector('.modified .view-line, [data-hunk] li') : undefined;
    if (line?.textContent.replaceAll('\\u00a0', ' ').includes('value')) setTimeout(() => resolve(performance.now() - started));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Script that measures from each key press to the frame in which the next hunk is the current one. */
const STEPPED = `(async () => {
  const region = document.querySelector('[aria-label="Diff of large.ts"]');
  const times = [];
  for (let step = 0; step < ${STEPS}; step += 1) {
    const before = region.querySelector('[role=status]').textContent;
    const started = performance.now();
    region.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
    while (region.querySelector('[role=status]').textContent === before) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return times;
})()`;

async function addressOf(host: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of host.stdout ?? []) {
    text += String(chunk);
    const address = /http:\/\/127\.0\.0\.1:\d+\/\?code=\S+/.exec(text)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`The host did not start: ${text}`);
}
