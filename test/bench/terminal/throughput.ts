import type { Report } from '../run.ts';
import type { PlainPage } from './plain-page.ts';
import { untilQuiet, waitedForQuiet } from './quiet.ts';
import type { SampleName } from './samples.ts';
import { median, middleHalf } from './spread.ts';

/** Odd, so that a median is one of them. */
const ROUNDS = 7;
const COMPARED: readonly SampleName[] = ['ascii', 'colour', 'cjk'];

/** Ways of a sample to the screen: a shell, the host's memory, the page's memory, and a bare terminal's shell. */
type Way = 'pty' | 'memory' | 'page' | 'bare';
const WAYS: readonly Way[] = ['pty', 'memory', 'page', 'bare'];

/** Milliseconds until the last line is drawn, of one round. */
type Round = Readonly<Record<Way, number>>;

/**
 * Measures all ways one after the other in each round, in rotating order, and compares them with each other, so that
 * other load affects them alike. The figure is the median of the rounds' ratios.
 */
export async function measureThroughput(page: PlainPage, report: Report): Promise<void> {
  await page.call('open', 'pty');
  await page.call('open', 'memory', '/bin/true');
  await page.call('openBare', 'bare');
  for (const name of [...COMPARED, 'yes'] as const) {
    // The first round warms up what is compiled as it runs.
    await drawRound(page, name, 0);
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await drawRound(page, name, rounds.length));
    reportRounds(name, rounds, report);
  }
  for (const name of ['pty', 'memory', 'bare']) await page.call('close', name);
}

function reportRounds(name: SampleName, rounds: readonly Round[], report: Report): void {
  const times = WAYS.map(
    (way) =>
      `${way} ${median(
        rounds.map((round) => round[way]),
        0,
      )}`,
  ).join(', ');
  const compare = (against: Exclude<Way, 'pty'>, words: string, atLeast?: number) => {
    const ratios = rounds.map((round) => round[against] / round.pty);
    report({
      name: `${name}: shell to screen, against ${words}`,
      value: median(ratios, 2),
      unit: 'ratio',
      ...(name === 'yes' || atLeast === undefined ? {} : { atLeast }),
      note: `middle half of ${ROUNDS} rounds ${middleHalf(ratios, 2)}; medians in ms: ${times}; ${waitedForQuiet()}`,
    });
  };
  compare('memory', "the host's memory to screen", 0.95);
  compare('bare', 'a bare terminal');
  compare('page', 'xterm.js fed in the page', 0.4);
}

async function drawRound(page: PlainPage, name: SampleName, turn: number): Promise<Round> {
  const round = { pty: 0, memory: 0, page: 0, bare: 0 };
  for (let at = 0; at < WAYS.length; at++) {
    const way = WAYS[(at + turn) % WAYS.length] ?? 'pty';
    await untilQuiet();
    round[way] = await drawTime(page, way, name);
  }
  return round;
}

let runs = 0;

async function drawTime(page: PlainPage, way: Way, name: SampleName): Promise<number> {
  // Unlike any before it, so that what is still on the screen is not taken for it.
  const mark = `DRAWN${runs++}.`;
  if (way === 'page') return await page.call('feed', name, mark);
  await page.call('show', way);
  // The quotes keep the typed line itself from being taken for the end.
  const line = way === 'memory' ? `${name} ${mark}\r` : `cat ${name}; echo DRA""WN${mark.slice(5)}\r`;
  return await page.call('answered', way, line, mark);
}
