import { readdirSync, truncateSync } from 'node:fs';
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { ChangeStates, type ContentStore, knownEvent, type Ledger, netChanges, UndoTransactions } from '#ledger';
import { setUp } from '../undo-box.ts';

const LARGE = 2 * 1024 * 1024;
type World = Awaited<ReturnType<typeof setUp>>;

/** A ledger of which one call of the content store is preceded by `act`. */
function actingBefore(ledger: Ledger, name: 'copyTo' | 'keepFile', act: () => void): Ledger {
  const content = new Proxy(ledger.content, {
    get: (store, key) => {
      const value: unknown = Reflect.get(store, key);
      if (typeof value !== 'function') return value;
      return (...all: unknown[]) => {
        if (key === name) act();
        return Reflect.apply(value, store, all);
      };
    },
  }) as ContentStore;
  return new Proxy(ledger, {
    get: (of, key) => (key === 'content' ? content : Reflect.get(of, key)),
  });
}

async function change(world: World) {
  const path = world.inside('a.bin');
  await writeFile(path, Buffer.alloc(LARGE, 1));
  const event = await world.change(path, () => writeFile(path, Buffer.alloc(LARGE, 2)), 10 * LARGE);
  const goals = async () => {
    const states = new ChangeStates();
    for (const any of await world.events()) {
      const known = knownEvent(any);
      if (known) states.add(known);
    }
    return netChanges([states.folded(event) ?? []].flat(), { direction: 'undo', confirmed: new Set() });
  };
  return { path, goals };
}

const stopped = { code: 'CANCELLED', message: 'It was stopped before any file was changed' };

test.each(['keepFile', 'copyTo'] as const)(
  'an undo that is stopped before it is on the record changes nothing: %s',
  async (name) => {
    await using world = await setUp();
    const { path, goals } = await change(world);
    const before = await world.events();
    const stop = new AbortController();
    const ledger = actingBefore(world.ledger, name, () => stop.abort());
    const transactions = new UndoTransactions({ ledger });
    const request = { session: 'one', turn: 't', direction: 'undo', isForced: false } as const;
    await expect(transactions.run(request, goals, stop.signal)).rejects.toMatchObject(stopped);
    expect((await readFile(path))[0]).toBe(2);
    expect(await readdir(dirname(path))).toEqual(['a.bin']);
    expect(await world.events()).toEqual(before);
    expect(readdirSync(world.ledger.folder, { recursive: true }).filter((name) => /undoing./.test(`${name}`))).toEqual(
      [],
    );
    await transactions.run(request, goals);
    expect((await readFile(path))[0]).toBe(1);
  },
);

test('an undo that is stopped once it is on the record is carried out', async () => {
  await using world = await setUp();
  const { path, goals } = await change(world);
  const stop = new AbortController();
  const off = world.ledger.onAppended(({ type }) => type === 'file.changed' && stop.abort());
  const request = { session: 'one', turn: 't', direction: 'undo', isForced: false } as const;
  const { ended } = await new UndoTransactions({ ledger: world.ledger }).run(request, goals, stop.signal);
  off();
  expect(ended?.type).toBe('turn.undone');
  expect((await readFile(path))[0]).toBe(1);
});

test('an undo that is stopped while it waits for another does nothing', async () => {
  await using world = await setUp();
  const { path, goals } = await change(world);
  const request = { session: 'one', turn: 't', direction: 'undo', isForced: false } as const;
  const transactions = new UndoTransactions({ ledger: world.ledger });
  await expect(transactions.run(request, goals, AbortSignal.abort())).rejects.toMatchObject(stopped);
  await expect(transactions.plan(await goals(), AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
  expect((await readFile(path))[0]).toBe(2);
});

test('the bytes of a large file are neither kept nor copied to their end where that is stopped', async () => {
  await using world = await setUp();
  const { content } = world.ledger;
  const path = world.inside('huge.bin');
  await (await open(path, 'w')).close();
  // Nothing reads so much in the time of a test.
  truncateSync(path, 2 ** 42);
  const stop = new AbortController();
  const kept = content.keepFile(path, { signal: stop.signal });
  setImmediate(() => stop.abort());
  await expect(kept).rejects.toThrow();
  const source = world.inside('large.bin');
  await writeFile(source, Buffer.alloc(LARGE, 3));
  const { hash } = await content.keepFile(source);
  const target = world.inside('copy.bin');
  await expect(content.copyTo(hash, target, AbortSignal.abort())).rejects.toThrow();
  await expect(stat(target)).rejects.toThrow();
});
