import type { Page } from '@playwright/test';
import type { Report } from '../run.ts';

const KEYS = 300;
const INTERRUPTS = 7;

/** Keys typed at a prompt, idle and beside a flood, and how soon a flood gives the prompt back. */
export async function measureKeys(page: Page, report: Report): Promise<void> {
  await page.evaluate(() => bench.open('typed'));
  await page.evaluate(() => bench.shown('typed', 'READY> '));
  await page.evaluate(() => bench.watchKeys('typed'));
  const idle = await typeKeys(page);
  report({
    name: 'key press to frame, idle, p99',
    value: percentile(idle, 0.99),
    unit: 'ms',
    atMost: 16,
    note: noteOf(idle),
  });

  await page.evaluate(() => bench.open('flood'));
  await page.evaluate(() => bench.shown('flood', 'READY> '));
  await page.evaluate(() => bench.type('flood', 'cat /dev/urandom | base64 -w 79\r'));
  await page.evaluate(() => bench.focus('typed'));
  const flooded = await typeKeys(page);
  report({
    name: 'key press to frame, beside a flood, p99',
    value: percentile(flooded, 0.99),
    unit: 'ms',
    atMost: 100,
    note: noteOf(flooded),
  });
  await page.evaluate(() => bench.type('flood', '\x03'));
  await page.waitForTimeout(1000);

  const interrupts: number[] = [];
  for (let round = 0; round < INTERRUPTS; round++) interrupts.push(await interrupt(page));
  report({
    name: 'Ctrl+C in a flood to the prompt, worst',
    value: Math.max(...interrupts),
    unit: 'ms',
    atMost: 100,
    note: noteOf(interrupts),
  });
}

async function typeKeys(page: Page): Promise<readonly number[]> {
  const before = (await page.evaluate(() => bench.keyTimes())).length;
  for (let at = 0; at < KEYS; at++) {
    if (at % 60 === 59) await page.keyboard.press('Control+U');
    else await page.keyboard.press('x');
    await page.waitForTimeout(20 + (at % 13));
  }
  await page.waitForTimeout(300);
  return (await page.evaluate(() => bench.keyTimes())).slice(before);
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

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN);
}

function noteOf(values: readonly number[]): string {
  return `${values.length} measured, median ${percentile(values, 0.5)} ms, worst ${percentile(values, 1)} ms`;
}

const round = (value: number) => Math.round(value * 10) / 10;
