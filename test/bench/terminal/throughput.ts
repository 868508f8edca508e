import type { Page } from '@playwright/test';
import type { Report } from '../run.ts';
import type { SampleName } from './samples.ts';

const ROUNDS = 5;
const COMPARED: readonly SampleName[] = ['ascii', 'colour', 'cjk'];

type Way = 'pty' | 'memory' | 'page';

/** The three ways take turns, so that a slow moment of the machine meets them alike. */
export async function measureThroughput(page: Page, report: Report): Promise<void> {
  await page.evaluate(() => bench.open('pty'));
  await page.evaluate(() => bench.open('memory', '/bin/true'));
  await page.evaluate(() => bench.shown('pty', 'READY> '));
  for (const name of [...COMPARED, 'yes'] as const) {
    const times: Record<Way, number[]> = { pty: [], memory: [], page: [] };
    // The first round warms up what is compiled as it runs.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const way of ['pty', 'memory', 'page'] as const) {
        const took = await drawTime(page, way, name);
        if (round > 0) times[way].push(took);
      }
    }
    const [pty, memory, inPage] = [median(times.pty), median(times.memory), median(times.page)];
    const isBound = name !== 'yes';
    const note = `median of ${ROUNDS}: shell ${round0(pty)} ms, memory ${round0(memory)} ms, in the page ${round0(inPage)} ms`;
    const ratio = (name2: string, value: number, atLeast: number) =>
      report({ name: name2, value: round2(value), unit: 'ratio', ...(isBound ? { atLeast } : {}), note });
    ratio(`${name}: shell to screen, against the host's memory to screen`, memory / pty, 0.8);
    ratio(`${name}: shell to screen, against xterm.js fed in the page`, inPage / pty, 0.4);
  }
  await page.evaluate(() => bench.close('pty'));
  await page.evaluate(() => bench.close('memory'));
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const round0 = (value: number) => Math.round(value);
const round2 = (value: number) => Math.round(value * 100) / 100;
