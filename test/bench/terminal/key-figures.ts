import type { Report } from '../run.ts';
import type { Measured } from './keys.ts';
import type { KeyTimes } from './page/key-watch.ts';
import { waitedForQuiet } from './quiet.ts';
import { median, percentile } from './spread.ts';

const NAMES = { local: 'echoed in the page', bare: 'in a bare terminal', ours: 'in ours' } as const;

/** Figures of keys typed while nothing else happens. */
export function reportIdle(idle: Measured<KeyTimes>, report: Report): void {
  for (const way of ['local', 'bare', 'ours'] as const) {
    report({
      name: `key to frame, idle, ${NAMES[way]}, p99`,
      value: percentile(framesOf(idle[way]), 0.99),
      unit: 'ms',
      note: `${spread(idle[way])}; ${waitedForQuiet()}`,
    });
  }
  const names = { local: 'against a key echoed in the page', bare: 'against a bare terminal' } as const;
  for (const way of ['local', 'bare'] as const) {
    report({
      name: `key to frame, idle, ${names[way]}, p99`,
      ...ratios(
        idle.ours.map(({ frame }) => frame),
        framesOf(idle[way]),
      ),
      atMost: 1.1,
    });
  }
}

/** Figures of keys typed beside another terminal that prints without end. */
export function reportBesideFlood({ ours, bare }: Measured<KeyTimes>, report: Report): void {
  report({
    name: 'key to frame beside a flood, p99',
    value: percentile(framesOf(ours), 0.99),
    unit: 'ms',
    atMost: 80,
    note: `${spread(ours)}; in a bare terminal ${spread(bare)}; ${waitedForQuiet()}`,
  });
  report({
    name: 'key to frame beside a flood, against a bare terminal, p99',
    ...ratios(framesOf(ours), framesOf(bare)),
  });
}

/** Figures of Ctrl+C in a program that prints without end. */
export function reportInterrupts({ ours, bare }: Measured<number>, report: Report): void {
  report({
    name: 'Ctrl+C in a flood to the prompt, worst',
    value: percentile(ours, 1),
    unit: 'ms',
    atMost: 60,
    note: `${ours.length} measured, median ${median(ours)}; in a bare terminal worst ${percentile(bare, 1)}, median ${median(bare)}; ${waitedForQuiet()}`,
  });
}

const framesOf = (times: readonly KeyTimes[]) => times.map(({ frame }) => frame);

function ratios(ours: readonly number[], others: readonly number[]) {
  const ratio = (part: number) => Math.round((100 * percentile(ours, part)) / percentile(others, part)) / 100;
  return { value: ratio(0.99), unit: 'ratio', note: `of medians ${ratio(0.5)}` };
}

function spread(times: readonly KeyTimes[]): string {
  const frames = framesOf(times);
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
  const whole = `${frames.length} keys, median ${median(frames)} ms, p99 ${percentile(frames, 0.99)}, worst ${percentile(frames, 1)}`;
  return `${whole}; median/p99 of its parts: ${stages.join(', ')}`;
}
