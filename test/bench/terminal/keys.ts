import type { Report } from '../run.ts';
import { reportBesideFlood, reportIdle, reportInterrupts } from './key-figures.ts';
import type { KeyTimes } from './page/key-watch.ts';
import type { PlainPage } from './plain-page.ts';
import { untilQuiet } from './quiet.ts';

/** Ways of a key to the screen: echoed in the page, by a bare shell, and by ours. */
export type KeyWay = 'local' | 'bare' | 'ours';
export type Measured<Value> = Record<KeyWay, Value[]>;

const WAYS: readonly KeyWay[] = ['local', 'bare', 'ours'];
const SHELLS: readonly KeyWay[] = ['bare', 'ours'];
const ROUNDS = 6;
const KEYS = 70;
const FLOOD_ROUNDS = 3;
const FLOOD_KEYS = 100;
const INTERRUPTS = 9;

/** Keys typed at a prompt, idle and beside a flood, and how soon a flood gives the prompt back; all ways by turns. */
export async function measureKeys(page: PlainPage, report: Report): Promise<void> {
  await page.call('openLocal', 'local');
  for (const name of ['bare', 'bare-flood']) await page.call('openBare', name);
  for (const name of ['ours', 'ours-flood']) await page.call('open', name);
  const idle: Measured<KeyTimes> = { local: [], bare: [], ours: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of turn(WAYS, round)) {
      await page.call('show', way);
      await untilQuiet();
      idle[way].push(...(await typeKeys(page, way, KEYS)));
    }
  }
  reportIdle(idle, report);

  const flooded: Measured<KeyTimes> = { local: [], bare: [], ours: [] };
  for (let round = 0; round < FLOOD_ROUNDS; round++) {
    for (const way of turn(SHELLS, round)) flooded[way].push(...(await typeBesideFlood(page, way)));
  }
  reportBesideFlood(flooded, report);

  const interrupts: Measured<number> = { local: [], bare: [], ours: [] };
  for (let round = 0; round < INTERRUPTS; round++) {
    for (const way of turn(SHELLS, round)) interrupts[way].push(await interrupt(page, way));
  }
  reportInterrupts(interrupts, report);
}

const turn = (ways: readonly KeyWay[], round: number) =>
  ways.map((_, at) => ways[(at + round) % ways.length] ?? 'ours');

async function typeKeys(page: PlainPage, name: string, count: number): Promise<readonly KeyTimes[]> {
  await page.call('watchKeys', name);
  for (let at = 0; at < count; at++) {
    await page.press(at % 60 === 59 ? 'Control+U' : 'x');
    await page.wait(20 + (at % 13));
  }
  await page.press('Control+U');
  await page.wait(300);
  return await page.call('takeKeyTimes');
}

async function typeBesideFlood(page: PlainPage, way: KeyWay): Promise<readonly KeyTimes[]> {
  const flood = `${way}-flood`;
  await page.call('show', way, flood);
  await untilQuiet();
  await page.call('type', flood, 'cat /dev/urandom | base64 -w 79\r');
  await page.wait(500);
  const times = await typeKeys(page, way, FLOOD_KEYS);
  await page.call('type', flood, '\x03');
  await page.wait(1000);
  return times;
}

let prompts = 0;

/** The prompt ends with a number of its own, so that an earlier one is not taken for it. */
async function interrupt(page: PlainPage, way: KeyWay): Promise<number> {
  const flood = `${way}-flood`;
  const number = prompts++;
  await page.call('show', flood);
  await untilQuiet();
  const line = `PS1='P''${number}> '; yes "$(head -c 79 /dev/zero | tr '\\0' 7)"\r`;
  await page.call('answered', flood, line, '7'.repeat(79));
  await page.wait(1500);
  return await page.call('answered', flood, '\x03', `P${number}> `);
}
