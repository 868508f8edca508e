import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyHunks } from '../../../../src-main/files/diff/apply-hunks.ts';
import { textComparer } from '../../../../src-main/files/diff/compare-texts.ts';
import { diffTexts } from '../../../../src-main/files/diff/hunks.ts';
import { diffLines } from '../../../../src-main/files/diff/line-diff.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `  const value${index} = ${index % 97};\n`);
const all = (count: number) => ({ accepted: Array.from({ length: count }, (_, index) => index + 1) });

/** Lines that are gone or new in the shortest way from one to the other, by the textbook table. */
function fewestChanges(from: readonly string[], to: readonly string[]): number {
  let row = Array.from({ length: to.length + 1 }, () => 0);
  for (const line of from) {
    const next = [0];
    for (const [at, other] of to.entries()) {
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return from.length + to.length - 2 * (row[to.length] ?? 0);
}

/** The thread starts slowly where tsx compiles it, and the machine may be busy. */
const PATIENT = { stopsMs: 60_000, limitMs: 60_000 };

describe('texts', () => {
  test('too long to compare at once are compared in a thread, as exactly, and meanwhile the host does other things', async () => {
    await using comparer = textComparer(PATIENT);
    const oldText = numbered(20_000).join('');
    const newText = numbered(20_000)
      .map((line, index) => (index % 50 === 7 ? line.replace('const', 'let') : line))
      .join('');
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    const diff = await comparer.compare(oldText, newText);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
    expect(diff.hunks).toHaveLength(400);
    expect(diff.hunks).toEqual(diffTexts(oldText, newText, { timeoutMs: 60_000, maxRuns: 2000 }).hunks);
    expect(applyHunks(diff, all(400))).toBe(newText);
  });

  test('that have nothing in common are told apart without comparing each line with each', () => {
    const text = (mark: string) => Array.from({ length: 5000 }, (_, index) => `${mark} ${index * 7}\n`).join('');
    // Of this process: the machine may have other things to do.
    const before = process.cpuUsage();
    const { hunks, coarse } = diffTexts(text('old'), text('new'), { timeoutMs: 60_000, maxRuns: 2000 });
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
    expect(hunks).toHaveLength(1);
    expect(coarse).toBeUndefined();
  });

  test('that take too long to compare are shown as one change, and it says so', async () => {
    let asked = 0;
    await using comparer = textComparer({
      thread: {
        ask: async () => {
          asked += 1;
          return undefined;
        },
        [Symbol.asyncDispose]: async () => {},
      },
    });
    const [oldText, newText] = [numbered(5000).join(''), `${numbered(5000).reverse().join('')}end\n`];
    const diff = await comparer.compare(`top\n${oldText}`, `top\n${newText}`);
    expect(asked).toBe(1);
    expect(diff.hunks).toHaveLength(1);
    expect(diff.hunks[0]?.oldStart).toBe(2);
    expect(diff.coarse).toMatch(/too much to compare/);
    expect(applyHunks(diff, all(1))).toBe(`top\n${newText}`);
  });

  test('that are hard to compare are shown as coarsely as time allows, and can be accepted all the same', async () => {
    await using comparer = textComparer({ stopsMs: 0, limitMs: 60_000 });
    const lines = (seed: number) =>
      Array.from({ length: 30_000 }, (_, index) => `${(index * index * seed + index) % 1009}\n`).join('');
    const diff = await comparer.compare(lines(7), lines(13));
    expect(diff.coarse).toMatch(/too much to compare/);
    expect(applyHunks(diff, all(diff.hunks.length))).toBe(lines(13));
  });
});

test('no shorter way from one text to the other is overlooked', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 25 });
  fc.assert(
    fc.property(lines, lines, (from, to) => {
      const { runs } = diffLines(from, to, { timeoutMs: 60_000, maxRuns: 2000 });
      const changes = runs.reduce((sum, run) => sum + run.oldEnd - run.oldStart + run.newEnd - run.newStart, 0);
      expect(changes).toBe(fewestChanges(from, to));
    }),
    { numRuns: 500 },
  );
});
