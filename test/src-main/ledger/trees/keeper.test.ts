import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { ThreadContent } from '../../../../src-main/ledger/content/thread-content.ts';
import { NO_ROOM } from '../../../../src-main/ledger/trees/entry-of.ts';
import { Keeper, type ReadAttributes } from '../../../../src-main/ledger/trees/keeper.ts';
import { KeptBudget } from '../../../../src-main/ledger/trees/kept-budget.ts';
import type { TreeTop } from '../../../../src-main/ledger/trees/tree-entry.ts';
import { TreeWalk } from '../../../../src-main/ledger/trees/walk-tree.ts';
import { DEFAULT_WATCH_LIMITS } from '../../../../src-main/ledger/trees/watch-limits.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

const MIB = 1024 * 1024;

async function setUp({
  readAttributes = async () => undefined,
  keepBytes = 100 * MIB,
}: {
  readonly readAttributes?: ReadAttributes;
  readonly keepBytes?: number;
} = {}) {
  const ledger = await temporaryLedger();
  const workspace = await temporaryFolder();
  const content = new ThreadContent(ledger.content.folder, silentLogger);
  const budget = new KeptBudget(content.folder, undefined);
  budget.refresh({ keepPercent: 100, keepBytes });
  const keeper = new Keeper({ content, budget, readAttributes });
  const root = workspace.path;
  const hasRoom = (bytes: number) => budget.hasRoom(bytes);
  const given = { root, limits: DEFAULT_WATCH_LIMITS, excluded: new Set<string>(), hasRoom };
  return {
    content,
    keeper,
    at: (name: string) => join(root, name),
    walked: async (old: TreeTop) => {
      const walk = new TreeWalk({ ...given, old, readsAttributes: false });
      await walk.run();
      return walk;
    },
    [Symbol.asyncDispose]: async () => {
      await content.close();
      await ledger[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

test('bytes that are kept stay so when the file changes while attributes of its batch are awaited', async () => {
  const attributes = new Deferred<undefined>();
  await using it = await setUp({ readAttributes: () => attributes.promise });
  writeFileSync(it.at('a'), 'before');
  const { pending } = await it.walked('absent');
  const first = it.keeper.keep(pending);
  const [one] = pending;
  await expect.poll(() => one?.entry.state.hash).toBeDefined();
  const kept = one?.entry.state;
  // A call that starts now tells it, and another look finds it pending.
  if (one) one.entry.isTold = true;
  writeFileSync(it.at('a'), 'after, and longer');
  const second = it.keeper.keep(pending);
  attributes.resolve(undefined);
  await Promise.all([first, second]);
  expect(one?.entry).toMatchObject({ isPending: false, state: kept });
  expect(it.content.read(kept?.hash ?? '')?.toString()).toBe('before');
});

test('a large file whose bytes are kept needs no room for them', async () => {
  await using it = await setUp({ keepBytes: 3 * MIB });
  writeFileSync(it.at('large'), Buffer.alloc(2 * MIB, 'x'));
  const first = await it.walked('absent');
  await it.keeper.keep(first.pending);
  const hash = first.pending[0]?.entry.state.hash;
  expect(hash).toBeDefined();
  // Just changed, so it is read once more.
  const second = await it.walked(first.seen().top);
  await it.keeper.keep(second.pending);
  expect(second.pending.map(({ entry }) => entry.state)).toMatchObject([{ hash }]);
  expect(second.pending[0]?.entry.state).not.toHaveProperty('notKept');
});

test('a large file of other bytes is not kept where there is no room, and has no hash', async () => {
  await using it = await setUp({ keepBytes: 3 * MIB });
  const time = new Date('2026-01-01');
  writeFileSync(it.at('large'), Buffer.alloc(2 * MIB, 'x'));
  utimesSync(it.at('large'), time, time);
  const first = await it.walked('absent');
  await it.keeper.keep(first.pending);
  writeFileSync(it.at('large'), Buffer.alloc(2 * MIB, 'y'));
  utimesSync(it.at('large'), time, time);
  const second = await it.walked(first.seen().top);
  expect(second.pending).toMatchObject([{ isLikelyKept: true }]);
  await it.keeper.keep(second.pending);
  expect(second.pending).toMatchObject([{ entry: { state: { notKept: NO_ROOM } } }]);
  expect(second.pending[0]?.entry.state).not.toHaveProperty('hash');
});
