import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import type { Change, TurnFiles } from '#contract';
import { textComparer } from '../../../../src-main/files/diff/compare-texts.ts';
import type { ChangeHistory } from '../../../../src-main/files/history/change-history.ts';
import { NetLineCounts } from '../../../../src-main/files/history/net-line-counts.ts';
import type { PastServices } from '../../../../src-main/files/history/past-diff.ts';
import { SESSION } from '../file-workbench.ts';
import { turnWorkbench } from '../turn-workbench.ts';

/** The counts of files each of which got one line. */
function linesThatCame() {
  let read = 0;
  const after = { kind: 'file', size: 2, mode: 0o644, hash: 'one line' } as const;
  const find = async () => ({ data: { path: '/w/a', change: 'created', after, origin: 'command' } });
  const content = {
    read: async () => {
      read += 1;
      return Buffer.from('1\n');
    },
  };
  const services = { content, comparer: textComparer() } as unknown as PastServices;
  return {
    counts: new NetLineCounts({ find } as unknown as ChangeHistory, services),
    get read() {
      return read;
    },
  };
}

const filesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(first + at), state: 'applied' }) as Change);

type Bench = Awaited<ReturnType<typeof turnWorkbench>>;

/** The files of a turn once they are as `isToSettle` wants them. */
async function filesOf(bench: Bench, isMeant: (files: readonly Change[]) => boolean): Promise<readonly Change[]> {
  const client = createRouterClient(bench.files.router, {
    context: { reportBug: (error) => void bench.bugs.push(error) },
  });
  const ending = new AbortController();
  const stream: AsyncIterable<TurnFiles> = await client.files({ session: SESSION, turn: 't1' }, ending);
  for await (const { files } of stream) if (isMeant(files)) return files;
  throw new Error('The stream ended');
}

const counted = ({ shownPath, addedLines, removedLines }: Change) => [shownPath, addedLines, removedLines];

test('a file that a turn changed several times has the lines between its first and its last content', async () => {
  await using bench = await turnWorkbench();
  bench.bash('seq 1 9 > numbers; printf "a\\n" > letter');
  await bench.turn('t0', 'true');
  await bench.turn('t1', 'sed -i s/3/three/ numbers; echo b > letter; echo 1 > new');
  await bench.turn('t1', 'sed -i "s/three/3/; s/5/five/; 9d" numbers; echo 2 >> new');
  await bench.turn('t1', 'echo 3 >> new; rm letter');

  const files = await filesOf(bench, (all) => all.every(({ addedLines }) => addedLines !== undefined));

  expect(files.map(counted)).toEqual([
    ['letter', 0, 1],
    ['new', 3, 0],
    ['numbers', 1, 2],
  ]);
  expect(bench.bugs).toEqual([]);
});

test('a file that a turn changed once, by a command, has its lines too', async () => {
  await using bench = await turnWorkbench();
  bench.bash('seq 1 9 > numbers; echo a > letter');
  await bench.turn('t0', 'true');
  await bench.turn('t1', 'sed -i 9d numbers; rm letter; printf "1\\n2\\n" > new; mkdir empty');

  const files = await filesOf(bench, (all) => all.some(({ addedLines }) => addedLines !== undefined));

  expect(files.map(counted)).toEqual([
    ['empty', undefined, undefined],
    ['letter', 0, 1],
    ['new', 2, 0],
    ['numbers', 0, 1],
  ]);
  expect(await bench.files.linesOf({ session: SESSION, turn: 't1' })).toEqual({ added: 2, removed: 2 });
});

test('what is no text has no counts, and the files are sent before any are known', async () => {
  await using bench = await turnWorkbench();
  await bench.turn('t1', 'printf "\\0" > bytes; echo 1 > text');
  await bench.turn('t1', 'printf "\\0\\0" > bytes; echo 2 >> text');

  const first = await filesOf(bench, () => true);
  expect(first.map(counted)).toEqual([
    ['bytes', undefined, undefined],
    ['text', undefined, undefined],
  ]);

  const later = await filesOf(bench, (all) => all.some(({ addedLines }) => addedLines !== undefined));
  expect(later.map(counted)).toEqual([
    ['bytes', undefined, undefined],
    ['text', 2, 0],
  ]);
});

test('the files that are asked for together are all counted, however many', async () => {
  const lines = linesThatCame();
  const known = (files: readonly Change[]) => files.filter((file) => lines.counts.on(file).addedLines === 1).length;
  const [many, few] = [filesFrom(0, 6000), filesFrom(6000, 10)];
  await lines.counts.learn(many);
  expect(known(many)).toBe(6000);
  await lines.counts.learn(many);
  expect(lines.read).toBe(6000);

  await lines.counts.learn(few);
  expect([known(many), known(few)]).toEqual([0, 10]);
});

test('the files of two turns that are counted at the same time are all counted', async () => {
  const { counts } = linesThatCame();
  const [one, other] = [filesFrom(0, 3000), filesFrom(3000, 4999)];
  const learning = counts.learn(one);
  while (counts.on(one[999] as Change).addedLines === undefined) await Promise.resolve();
  const known = (files: readonly Change[]) => files.filter((file) => counts.on(file).addedLines === 1).length;
  expect(known(one)).toBeLessThan(3000);
  const later = counts.learn(other).then(() => known(other));
  expect([await learning.then(() => known(one)), await later]).toEqual([3000, 4999]);
});
