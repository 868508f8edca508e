import type { Page } from '@playwright/test';
import type { Report } from '../run.ts';
import type { KeyTimes } from './page/main.ts';
import { untilQuiet, waitedForQuiet } from './quiet.ts';
import { median, percentile } from './spread.ts';

const KEYS = 300;
const INTERRUPTS = 7;

/** Keys typed at a prompt, idle and beside a flood, and how soon a flood gives the prompt back. */
export async function measureKeys(page: Page, report: Report): Promise<void> {
  await measureLocalKeys(page, report);
  await page.evaluate(() => bench.open('typed'));
  await page.evaluate(() => bench.shown('typed', 'READY> '));
  await page.evaluate(() => bench.watchKeys('typed'));
  await untilQuiet();
  const idle = await typeKeys(page);
  reportKeys('key press to frame, idle, p99', idle, report, 16);

  await page.evaluate(() => bench.open('flood'));
  await page.evaluate(() => bench.shown('flood', 'READY> '));
  await page.evaluate(() => bench.type('flood', 'cat /dev/urandom | base64 -w 79\r'));
  await page.evaluate(() => bench.focus('typed'));
  const flooded = await typeKeys(page);
  reportKeys('key press to frame, beside a flood, p99', flooded, report, 100);
  await page.evaluate(() => bench.type('flood', '\x03'));
  await page.waitForTimeout(1000);

  const interrupts: number[] = [];
  for (let round = 0; round < INTERRUPTS; round++) {
    await untilQuiet();
    interrupts.push(await interrupt(page));
  }
  report({
    name: 'Ctrl+C in a flood to the prompt, worst',
    value: Math.max(...interrupts),
    unit: 'ms',
    atMost: 100,
    note: `${interrupts.length} measured, median ${median(interrupts)} ms; ${waitedForQuiet()}`,
  });
}

/** Measures the browser alone: the same keys into xterm.js that echoes them in the page. */
async function measureLocalKeys(page: Page, report: Report): Promise<void> {
  await page.evaluate(() => bench.watchKeys('local', true));
  await untilQuiet();
  reportKeys('key press to frame, echoed in the page, p99', await typeKeys(page), report);
}

async function typeKeys(page: Page): Promise<readonly KeyTimes[]> {
  for (let at = 0; at < KEYS; at++) {
    if (at % 60 === 59) await page.keyboard.press('Control+U');
    else await page.keyboard.press('x');
    await page.waitForTimeout(20 + (at % 13));
  }
  await page.waitForTimeout(300);
  return await page.evaluate(() => bench.keyTimes());
}

function reportKeys(name: string, times: readonly KeyTimes[], report: Report, atMost?: number): void {
  const frames = times.map(({ frame }) => frame);
  const stage = (words: string, of: (times: KeyTimes) => number) => {
    const values = times.map(of).filter(Number.isFinite);
    return `${words} ${median(values)}/${percentile(values, 0.99)}`;
  };
  const stages = [
    stage('to the page', ({ heard }) => heard),
    stage('there and back', ({ asked = Number.NaN, heard }) => asked - heard),
    stage('wait for a frame', ({ changed, asked = Number.NaN }) => changed - asked),
    stage('frame', ({ frame, changed }) => frame - changed),
  ];
  const whole = `${frames.length} keys, median ${median(frames)} ms, worst ${percentile(frames, 1)} ms`;
  report({
    name,
    value: percentile(frames, 0.99),
    unit: 'ms',
    ...(atMost === undefined ? {} : { atMost }),
    note: `${whole}; median/p99 of its parts: ${stages.join(', ')}; ${waitedForQuiet()}`,
  });
}

/** The prompt ends with a number of its own, so that an earlier one is not taken for it. */
async function interrupt(page: Page): Promise<number> {
  await page.evaluate(async () => {
    const mark = `P${Math.floor(performance.now())}`;
    Object.assign(window, { mark });
    await bench.type(
      'flood',
      `PS1='${mark.slice(0, 1)}''${mark.slice(1)}> '; yes "$(head -c 79 /dev/zero | tr '\\0' 7)"\r`,
    );
    await bench.shown('flood', '7'.repeat(79));
  });
  await page.waitForTimeout(1500);
  return await page.evaluate(async () => {
    const started = performance.now();
    const drawn = bench.shown('flood', `${(window as unknown as { mark: string }).mark}> `);
    await bench.type('flood', '\x03');
    return Math.round(((await drawn) - started) * 10) / 10;
  });
}
