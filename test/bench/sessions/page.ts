import { existsSync } from 'node:fs';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { startBuiltHost } from '../../support/built-host.ts';
import { recordSession } from '../../support/recorded-session.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Figure, Report } from '../run.ts';
import { untilQuiet, waitedForQuiet } from '../terminal/quiet.ts';
import { recordedTurns } from './recorded-turns.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
const KEYS = 40;
const SWITCHES = 10;
const PATIENCE_MS = 60_000;

/** Measures the effect of a session's length on the page, against a session of one turn in the same page. */
export async function reportPage(report: Report, turns: number): Promise<void> {
  await using folder = await temporaryFolder();
  await recordSession(folder.path, '20260101-000000-00000000', recordedTurns('Short', 1));
  await recordSession(folder.path, '20260101-000001-00000000', recordedTurns('Long', turns));
  await using host = await startBuiltHost({
    dataFolder: folder.path,
    args: ['--no-open', '--port', '0', '-dir', '/tmp'],
  });
  const browser = await chromium.launch({ ...(CHROMIUM ? { executablePath: CHROMIUM } : {}), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.address);
    await go(page, 'Sessions').click();
    await row(page, 'Short').click();
    await page.locator('[role=log] article').last().waitFor({ timeout: PATIENCE_MS });
    await page.waitForTimeout(1000);
    const cdp = await page.context().newCDPSession(page);
    // Counted in the page's own processor time, which other programs leave alone.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const inShort = await felt(page, cdp);
    await untilQuiet();
    const before = await taskMs(cdp);
    const opened = await page.evaluate<number>(OPENED(turns));
    const openedBusy = (await taskMs(cdp)) - before;
    await page.waitForTimeout(1000);
    const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`);
    const inLong = await felt(page, cdp);
    const note = `${turns} turns; ${waitedForQuiet()}`;
    const own = `the page's own time ${Math.round(openedBusy)} ms`;
    report({
      name: 'long session opened',
      value: Math.round(opened),
      unit: 'ms',
      atMost: 300,
      note: `${own}; ${note}`,
    });
    report({ name: 'elements of the page with it', value: nodes, unit: 'elements', atMost: 5000, note });
    const ratio = (name: string, of: keyof Felt, more: Partial<Figure>) => {
      const [long, short] = [inLong[of], inShort[of]];
      const value = rounded(long / short);
      report({
        name,
        value,
        unit: 'x short',
        note: `${long.toFixed(1)} ms, in a short session ${short.toFixed(1)} ms`,
        ...more,
      });
    };
    ratio('key to frame', 'keyMs', { atMost: 1.2 });
    ratio("the page's own time for a key", 'keyBusyMs', {});
    report({ name: 'view switched', value: rounded(inLong.switchMs), unit: 'ms', atMost: 50, note });
    ratio("the page's own time for a switch", 'switchBusyMs', {});
    await page.evaluate(`document.querySelector('[role=log]').scrollTop = 0`);
    await page.getByText('Turn 1: what').first().waitFor({ timeout: PATIENCE_MS });
  } finally {
    await browser.close();
  }
}

const go = (page: Page, view: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: new RegExp(`^${view}`) });
const row = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) }).first();

/** Medians until the frame is there, and means of what the page's main thread worked. */
interface Felt {
  readonly keyMs: number;
  readonly keyBusyMs: number;
  readonly switchMs: number;
  readonly switchBusyMs: number;
}

async function felt(page: Page, cdp: CDPSession): Promise<Felt> {
  const field = page.getByRole('textbox', { name: 'Message or command' });
  await field.focus();
  const first = await taskMs(cdp);
  const keys = await page.evaluate<number[]>(TYPED);
  const second = await taskMs(cdp);
  await field.fill('');
  // The views are made when they are first opened.
  await page.evaluate<number[]>(SWITCHED);
  const third = await taskMs(cdp);
  const switches = await page.evaluate<number[]>(SWITCHED);
  const last = await taskMs(cdp);
  return {
    keyMs: median(keys),
    keyBusyMs: (second - first) / keys.length,
    switchMs: median(switches),
    switchBusyMs: (last - third) / switches.length,
  };
}

/** Time that the page's main thread has worked since it began, in milliseconds. */
async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

// As text: what tsx makes of a function needs a helper that the page has not.

/** Script that measures from the click to the frame after the last reply is in view. */
const OPENED = (turns: number) => `new Promise((resolve) => {
  const turns = ${turns};
  const row = [...document.querySelectorAll('[data-session]')].find((one) => one.textContent.includes('Long'));
  const started = performance.now();
  row.click();
  const look = () => {
    const log = document.querySelector('[role=log]');
    const last = [...(log?.querySelectorAll('article') ?? [])].at(-1)?.getBoundingClientRect();
    const isThere = log?.textContent.includes('Turn ' + turns + ':');
    const isInView = last && last.bottom <= log.getBoundingClientRect().bottom + 40 && last.height > 0;
    if (isThere && isInView) setTimeout(() => resolve(performance.now() - started));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Script that measures from each key press to the end of the frame that shows it. */
const TYPED = `(async () => {
  const times = [];
  for (let key = 0; key < ${KEYS}; key += 1) {
    await new Promise(requestAnimationFrame);
    const started = performance.now();
    document.execCommand('insertText', false, 'x');
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
})()`;

/** Script that measures from each click on a view to the end of the frame that shows it. */
const SWITCHED = `(async () => {
  const times = [];
  const button = (view) => [...document.querySelectorAll('nav[aria-label=Main] button')].find((one) => one.textContent.startsWith(view) || one.getAttribute('aria-label')?.startsWith(view));
  for (let turn = 0; turn < ${SWITCHES}; turn += 1) {
    for (const view of ['Activity', 'Sessions']) {
      const started = performance.now();
      button(view).click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  return times;
})()`;

const median = (all: readonly number[]) => all.toSorted((one, other) => one - other)[all.length >> 1] ?? Number.NaN;
const rounded = (value: number) => Math.round(value * 100) / 100;
