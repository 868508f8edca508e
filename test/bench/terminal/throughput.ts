import type { Page } from '@playwright/test';
import type { Report } from '../run.ts';
import { untilQuiet, waitedForQuiet } from './quiet.ts';
import type { SampleName } from './samples.ts';
import { median, middleHalf } from './spread.ts';

/** Odd, so that a median is one of them. */
const ROUNDS = 7;
const COMPARED: readonly SampleName[] = ['ascii', 'colour', 'cjk'];

type Way = 'pty' | 'memory' | 'page';
const WAYS: readonly Way[] = ['pty', 'memory', 'page'];

/** Milliseconds until the last line is drawn, of one round. */
type Round = Readonly<Record<Way, number>>;

/**
 * Measures all ways one after the other in each round, in rotating order, and compares them with each other, so that
 * other load affects them alike. The figure is the median of the rounds' ratios.
 */
export async function measureThroughput(page: Page, report: Report): Promise<void> {
  await page.evaluate(() => bench.open('pty'));
  await page.evaluate(() => bench.open('memory', '/bin/true'));
  await page.evaluate(() => bench.shown('pty', 'READY> '));
  for (const name of [...COMPARED, 'yes'] as const) {
    // The first round warms up what is compiled as it runs.
    await drawRound(page, name, 0);
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await drawRound(page, name, rounds.length));
    reportRounds(name, rounds, report);
  }
  await page.evaluate(() => bench.close('pty'));
  await page.evaluate(() => bench.close('memory'));
}

function reportRounds(name: SampleName, rounds: readonly Round[], report: Report): void {
  const times = WAYS.map(
    (way) =>
      `${way} ${median(
        rounds.map((round) => round[way]),
        0,
      )}`,
  ).join(', ');
  const compare = (against: 'memory' | 'page', words: string, atLeast: number) => {
    const ratios = rounds.map((round) => round[against] / round.pty);
    report({
      name: `${name}: shell to screen, against ${words}`,
      value: median(ratios, 2),
      unit: 'ratio',
      ...(name === 'yes' ? {} : { atLeast }),
      note: `middle half of ${ROUNDS} rounds ${middleHalf(ratios, 2)}; medians in ms: ${times}; ${waitedForQuiet()}`,
    });
  };
  compare('memory', "the host's memory to screen", 0.8);
  compare('page', 'xterm.js fed in the page', 0.4);
}

async function drawRound(page: Page, name: SampleName, turn: number): Promise<Round> {
  const round = { pty: 0, memory: 0, page: 0 };
  for (let at = 0; at < WAYS.length; at++) {
    const way = WAYS[(at + turn) % WAYS.length] ?? 'pty';
    await untilQuiet();
    round[way] = await drawTime(page, way, name);
  }
  return round;
}

let runs = 0;

async function drawTime(page: Page, way: Way, name: SampleName): Promise<number> {
  // Unlike any before it, so that what is still on the screen is not taken for it.
  const mark = `DRAWN${runs++}.`;
  if (way === 'page') return await page.evaluate(([sample, end]) => bench.feed(sample, end), [name, mark] as const);
  // The quotes keep the typed line itself from being taken for the end.
  const line = way === 'pty' ? `cat ${name}; echo DRA""WN${mark.slice(5)}\r` : `${name} ${mark}\r`;
  return await page.evaluate(
    async ([where, end, typed]) => {
      const started = bench.now();
      const drawn = bench.shown(where, end);
      await bench.type(where, typed);
      return (await drawn) - started;
    },
    [way, mark, line] as const,
  );
}
