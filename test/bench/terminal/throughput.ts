import type { Report } from '../run.ts';
import type { PlainPage } from './plain-page.ts';
import { untilQuiet, waitedForQuiet } from './quiet.ts';
import type { SampleName } from './samples.ts';
import { median, middleHalf } from './spread.ts';

/** Odd, so that a median is one of them. */
const ROUNDS = 7;
const COMPARED: readonly SampleName[] = ['ascii', 'colour', 'cjk'];

/** Ways of a sample to the screen: a shell, the host's memory, the page's memory, and the shell and the memory of a bare terminal. */
type Way = 'pty' | 'memory' | 'page' | 'bare' | 'bare-memory';
const WAYS: readonly Way[] = ['pty', 'memory', 'page', 'bare', 'bare-memory'];

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
  await page.call('openBare', 'bare-memory', 'memory');
  for (const name of [...COMPARED, 'yes'] as const) {
    // The first round warms up what is compiled as it runs.
    await drawRound(page, name, 0);
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await drawRound(page, name, rounds.length));
    reportRounds(name, rounds, report);
  }
  for (const name of ['pty', 'memory', 'bare', 'bare-memory']) await page.call('close', name);
}

function reportRounds(name: SampleName, rounds: readonly Round[], report: Report): void {
  const times = WAYS.map(
    (way) =>
      `${way} ${median(
        rounds.map((round) => round[way]),
        0,
      )}`,
  ).join(', ');
  const note = `medians in ms: ${times}; ${waitedForQuiet()}`;
  const tell = (words: string, ratioOf: (round: Round) => number, atLeast?: number) => {
    const ratios = rounds.map(ratioOf);
    report({
      name: `${name}: ${words}`,
      value: median(ratios, 2),
      unit: 'ratio',
      ...(name === 'yes' || atLeast === undefined ? {} : { atLeast }),
      note: `middle half of ${ROUNDS} rounds ${middleHalf(ratios, 2)}; ${note}`,
    });
  };
  tell("shell to screen, against the host's memory to screen", ({ pty, memory }) => memory / pty, 0.95);
  // What a shell costs more than memory where nothing is ours: cat, the kernel's terminal and the reading, on the same two cores.
  tell("bare shell to screen, against the bare host's memory", (round) => round['bare-memory'] / round.bare);
  tell('shell against memory, beside the bare terminal’s', (round) => {
    return round.memory / round.pty / (round['bare-memory'] / round.bare);
  });
  tell('shell to screen, against a bare terminal', ({ pty, bare }) => bare / pty);
  tell('shell to screen, against xterm.js fed in the page', ({ pty, page }) => page / pty, 0.4);
}

async function drawRound(page: PlainPage, name: SampleName, turn: number): Promise<Round> {
  const round = { pty: 0, memory: 0, page: 0, bare: 0, 'bare-memory': 0 };
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
  const line = way.endsWith('memory') ? `${name} ${mark}\r` : `cat ${name}; echo DRA""WN${mark.slice(5)}\r`;
  return await page.call('answered', way, line, mark);
}
