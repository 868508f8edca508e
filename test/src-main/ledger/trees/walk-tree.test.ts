import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ThreadContent } from '../../../../src-main/ledger/content/thread-content.ts';
import { readFingerprints, writeFingerprints } from '../../../../src-main/ledger/trees/fingerprint-file.ts';
import { Keeper } from '../../../../src-main/ledger/trees/keeper.ts';
import { KeptBudget } from '../../../../src-main/ledger/trees/kept-budget.ts';
import { TreeFolder, type TreeTop } from '../../../../src-main/ledger/trees/tree-entry.ts';
import { recordSnapshot } from '../../../../src-main/ledger/trees/tree-record.ts';
import { TreeWalk } from '../../../../src-main/ledger/trees/walk-tree.ts';
import { DEFAULT_WATCH_LIMITS } from '../../../../src-main/ledger/trees/watch-limits.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

/** Time after which a fingerprint is trusted, in milliseconds. */
const LATER_MS = 10_000;

async function setUp() {
  const ledger = await temporaryLedger();
  const workspace = await temporaryFolder();
  const content = new ThreadContent(ledger.content.folder, silentLogger);
  const budget = new KeptBudget(content.folder, undefined);
  budget.refresh(DEFAULT_WATCH_LIMITS);
  const keeper = new Keeper({ content, budget, readAttributes: async () => undefined });
  const root = workspace.path;
  const given = { root, limits: DEFAULT_WATCH_LIMITS, excluded: new Set<string>(), hasRoom: () => true };
  /** Walks, keeps, and answers what was read. */
  const walked = async (old: TreeTop) => {
    const walk = new TreeWalk({ ...given, old, readsAttributes: false });
    await walk.run();
    const read = walk.pending.map(({ entry }) => entry.name);
    await keeper.keep(walk.pending);
    return { ...walk.seen(), read };
  };
  return {
    root,
    content,
    ledger,
    walked,
    write: (name: string) => writeFileSync(join(root, name), name),
    [Symbol.asyncDispose]: async () => {
      await content.close();
      await ledger[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

afterEach(() => void vi.useRealTimers());

/** The clock of this machine says another time than the disk's, and time goes on from there. */
function clocksSay({ apartMs, passedMs = 0 }: { readonly apartMs: number; readonly passedMs?: number }): void {
  const started = performance.now() + passedMs;
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + apartMs });
  vi.advanceTimersByTime(started);
}

test('a tree that did not change is the same one, and nothing of it is read', async () => {
  await using it = await setUp();
  mkdirSync(join(it.root, 'sub'));
  for (const name of ['a', 'b', 'sub/c']) it.write(name);
  clocksSay({ apartMs: 0, passedMs: LATER_MS });
  const first = await it.walked('absent');
  clocksSay({ apartMs: 0, passedMs: 2 * LATER_MS });
  const second = await it.walked(first.top);
  clocksSay({ apartMs: 0, passedMs: 3 * LATER_MS });
  const third = await it.walked(second.top);
  expect(first.read).toEqual(['a', 'b', 'c']);
  expect(third.read).toEqual([]);
  expect(third.top).toBe(second.top);
});

test.each([
  ['ahead by an hour', 3_600_000],
  ['behind by an hour', -3_600_000],
  ['the same', 0],
])('what changed just now is read once more, when the clock of the machine is %s as the disk’s', async (_, apartMs) => {
  await using it = await setUp();
  it.write('a');
  clocksSay({ apartMs });
  const first = await it.walked('absent');
  clocksSay({ apartMs, passedMs: 1000 });
  const again = await it.walked(first.top);
  clocksSay({ apartMs, passedMs: LATER_MS });
  const later = await it.walked(again.top);
  clocksSay({ apartMs, passedMs: 2 * LATER_MS });
  const last = await it.walked(later.top);
  expect([first.read, again.read, later.read, last.read]).toEqual([['a'], ['a'], ['a'], []]);
});

test('fingerprints on disk save reading what did not change since', async () => {
  await using it = await setUp();
  for (const name of ['a', 'b']) it.write(name);
  clocksSay({ apartMs: 0 });
  const unsure = await it.walked('absent');
  clocksSay({ apartMs: 0, passedMs: LATER_MS });
  const { top } = await it.walked(unsure.top);
  if (!(top instanceof TreeFolder)) throw new Error('not seen');
  const { hash } = await recordSnapshot({ root: it.root, top, notWatched: [] }, it.content, async () => {});
  const file = join(it.ledger.folder, 'trees', 'one.fingerprints');
  await writeFingerprints(file, { root: it.root, top, snapshot: hash }, async () => {});
  utimesSync(join(it.root, 'b'), 1, 1);

  const known = readFingerprints(file, it.root, it.content);
  expect((await it.walked(known ?? 'absent')).read).toEqual(['b']);
  expect(readFingerprints(file, '/elsewhere', it.content)).toBeUndefined();
});
