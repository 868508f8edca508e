import { existsSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { startBuiltHost } from '../../support/built-host.ts';
import { recordSession } from '../../support/recorded-session.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Report } from '../run.ts';
import { untilQuiet, waitedForQuiet } from '../terminal/quiet.ts';
import { recordedTurns } from './recorded-turns.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
const KEYS = 40;
const SWITCHES = 10;
const PATIENCE_MS = 60_000;

/** What the page feels of the length of a session, against a session of one turn in the same page. */
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
    const control = await keyTimes(page);
    await untilQuiet();
    const opened = await page.evaluate<number>(OPENED);
    await page.waitForTimeout(1000);
    const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`);
    const keys = await keyTimes(page);
    const switches = await page.evaluate<number[]>(SWITCHED);
    const note = `${turns} turns; ${waitedForQuiet()}`;
    report({ name: 'long session opened', value: Math.round(opened), unit: 'ms', atMost: 300, note });
    report({ name: 'elements of the page with it', value: nodes, unit: 'elements', atMost: 5000, note });
    const [inLong, inShort] = [median(keys), median(control)];
    const keyNote = `${inLong.toFixed(1)} ms, in a short session ${inShort.toFixed(1)} ms`;
    report({ name: 'key to frame', value: rounded(inLong / inShort), unit: 'x short', atMost: 1.2, note: keyNote });
    report({ name: 'view switched', value: rounded(median(switches)), unit: 'ms', atMost: 50, note });
    await page.evaluate(`document.querySelector('[role=log]').scrollTop = 0`);
    await page.getByText('Turn 1: what').first().waitFor({ timeout: PATIENCE_MS });
  } finally {
    await browser.close();
  }
}

const go = (page: Page, view: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: new RegExp(`^${view}`) });
const row = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) }).first();

async function keyTimes(page: Page): Promise<number[]> {
  await page.getByRole('textbox', { name: 'Message or command' }).focus();
  const times = await page.evaluate<number[]>(TYPED);
  await page.getByRole('textbox', { name: 'Message or command' }).fill('');
  return times;
}

// As text: what tsx makes of a function needs a helper that the page has not.

/** From the click to the frame after the last reply stands in view. */
const OPENED = `new Promise((resolve) => {
  const row = [...document.querySelectorAll('[data-session]')].find((one) => one.textContent.includes('Long'));
  const started = performance.now();
  row.click();
  const look = () => {
    const log = document.querySelector('[role=log]');
    const last = [...(log?.querySelectorAll('article') ?? [])].at(-1)?.getBoundingClientRect();
    const isThere = log.textContent.includes('Turn 1000') || log.querySelectorAll('article').length > 8;
    const isInView = last && last.bottom <= log.getBoundingClientRect().bottom + 40 && last.height > 0;
    if (isThere && isInView) setTimeout(() => resolve(performance.now() - started));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** From each key to the end of the frame that shows it. */
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

/** From each click on a view to the end of the frame that shows it. */
const SWITCHED = `(async () => {
  const times = [];
  const button = (view) => [...document.querySelectorAll('nav[aria-label=Main] button')].find((one) => one.textContent.startsWith(view) || one.getAttribute('aria-label')?.startsWith(view));
  for (let turn = 0; turn <= ${SWITCHES}; turn += 1) {
    for (const view of ['Activity', 'Sessions']) {
      const started = performance.now();
      button(view).click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (turn > 0) times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  return times;
})()`;

const median = (all: readonly number[]) => all.toSorted((one, other) => one - other)[all.length >> 1] ?? Number.NaN;
const rounded = (value: number) => Math.round(value * 100) / 100;
