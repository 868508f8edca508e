/**
 * Reviewing changes, the host's side: how long until a change's hunks are there, and how long the host does nothing
 * else in the meantime.
 */
import { diffLines as plainDiff } from 'diff';
import { textComparer } from '../../src-main/files/diff/compare-texts.ts';
import type { Report } from './run.ts';

const LINES = 20_000;
const EDITS = 400;
const RUNS = 5;

export async function run(report: Report, parts: readonly string[]): Promise<void> {
  if (parts[0] === 'page') return (await import('./diff-page.ts')).runPage(report);
  if (parts.length > 0) throw new Error(`The diff bench has the part 'page', and none named '${parts[0]}'`);
  await using comparer = textComparer();
  const { oldText, newText } = manyEdits();
  const cold = await timed(() => comparer.compare(oldText, newText));
  report({ name: 'first change compared, the thread’s start included', value: cold.ms, unit: 'ms' });

  const measured = [];
  const control = [];
  for (let round = 0; round < RUNS; round += 1) {
    control.push(await timed(() => plainDiff(oldText, newText)));
    measured.push(await timed(() => comparer.compare(oldText, newText)));
  }
  const shape = `${LINES} lines, ${EDITS} edits`;
  report({ name: `hunks of ${shape}`, value: median(measured, 'ms'), unit: 'ms', atMost: 150 });
  report({ name: `worst of ${RUNS}`, value: Math.max(...measured.map(({ ms }) => ms)), unit: 'ms' });
  report({
    name: 'the host does nothing else, at a stretch',
    value: median(measured, 'stretch'),
    unit: 'ms',
    atMost: 50,
  });
  report({ name: 'control: a plain line diff in the host', value: median(control, 'ms'), unit: 'ms' });
  report({
    name: 'hunks as a share of the control',
    value: round(median(measured, 'ms') / median(control, 'ms')),
    unit: '×',
    atMost: 1,
    note: 'the ratio holds on a busy machine, too',
  });

  const { oldText: one, newText: other } = nothingInCommon();
  const different = await timed(() => comparer.compare(one, other));
  report({ name: '5000 lines, all different', value: different.ms, unit: 'ms', atMost: 1000 });
  report({ name: 'the host does nothing else then, at a stretch', value: different.stretch, unit: 'ms', atMost: 50 });
  const shuffled = await timed(() => comparer.compare(hard(7), hard(11)));
  report({ name: '30000 lines that are hard to compare', value: shuffled.ms, unit: 'ms', atMost: 1300 });
}

function manyEdits() {
  const lines = Array.from(
    { length: LINES },
    (_, at) => `  const value${at} = compute(${at % 97}, 'some text of a line');\n`,
  );
  const every = LINES / EDITS;
  const edited = lines.map((line, at) => (at % every === 7 ? line.replace('compute', 'calculate') : line));
  return { oldText: lines.join(''), newText: edited.join('') };
}

function nothingInCommon() {
  const text = (mark: string) => Array.from({ length: 5000 }, (_, at) => `${mark} ${at * 7}\n`).join('');
  return { oldText: text('old'), newText: text('new') };
}

function hard(seed: number): string {
  return Array.from({ length: 30_000 }, (_, at) => `${(at * at * seed + at) % 1009}\n`).join('');
}

/** Measures the duration of work, and the longest time between two turns of the event loop during it. */
async function timed(work: () => unknown): Promise<{ readonly ms: number; readonly stretch: number }> {
  let last = performance.now();
  let stretch = 0;
  let isOn = true;
  const turn = () => {
    const now = performance.now();
    stretch = Math.max(stretch, now - last);
    last = now;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  await new Promise((resolve) => setImmediate(resolve));
  isOn = false;
  return { ms: round(ms), stretch: round(stretch) };
}

function median<Key extends string>(values: readonly { readonly [key in Key]: number }[], key: Key): number {
  const sorted = values.map((value) => value[key]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const round = (value: number) => Math.round(value * 100) / 100;
