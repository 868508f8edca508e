import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { arrayOf } from '../../support/array-of.ts';
import { rewindWorkbench } from '../rewind/rewind-workbench.ts';
import { age, endOf, RECORD, retentionBox, storedIn } from './retention-box.ts';

const run = { withFiles: true, confirmed: [] as string[], stop: false };

/** A session that changed a file twice, and one that was deleted after it changed another. */
async function setUp() {
  const bench = await rewindWorkbench();
  writeFileSync(bench.inside('kept.txt'), 'first\n');
  writeFileSync(bench.inside('other.txt'), 'as it was\n');
  await (await bench.ledger.session('chat')).append('session.created', {
    title: 'Kept',
    workspace: bench.workspace,
    app: 'test',
  });
  await (await bench.ledger.session('gone')).append('session.created', {
    title: 'Gone',
    workspace: bench.workspace,
    app: 'test',
  });
  await bench.turn('look');
  const message = await bench.turn('change', () => writeFileSync(bench.inside('kept.txt'), 'second\n'));
  await bench.turn('other', () => writeFileSync(bench.inside('other.txt'), 'made by the deleted session\n'), 'gone');
  // What was made in between is of the deleted session alone.
  await bench.turn('again', () => writeFileSync(bench.inside('other.txt'), 'as it is\n'), 'gone');
  await bench.ledger.remove('gone');
  await bench.watch.writeDown();
  await bench.ledger.content.settle();
  age(bench.ledger.content.folder);
  const box = retentionBox(bench.ledger, { writeDownTrees: () => bench.watch.writeDown() });
  const kept = (text: string) => bench.ledger.content.keep(Buffer.from(text));
  return {
    bench,
    box,
    message,
    kept,
    content: bench.ledger.content,
    [Symbol.asyncDispose]: async () => {
      await box[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}

const has = async (world: Awaited<ReturnType<typeof setUp>>, text: string): Promise<boolean> => {
  const { createHash } = await import('node:crypto');
  return storedIn(world.content.folder).includes(createHash('sha256').update(text).digest('hex'));
};

describe('a sweep', () => {
  test('removes a deleted session with what it alone refers to, and undo and rewind of others bring back every byte', async () => {
    await using world = await setUp();
    const { bench, box, message } = world;
    const shown = await box.words();
    expect(shown).toContain('session Gone');
    expect(shown.some((line) => line.startsWith('content Contents of deleted sessions'))).toBe(true);
    expect(await has(world, 'made by the deleted session\n')).toBe(true);

    const { removed, failed, left } = await box.sweep();
    expect({ failed, left }).toEqual({ failed: [], left: 0 });
    expect(removed.map(({ kind }) => kind)).toEqual(['session', 'content', 'tree']);
    expect(await has(world, 'made by the deleted session\n')).toBe(false);
    expect(await bench.ledger.trash()).toEqual([]);

    await bench.api.run({ session: 'chat', message, ...run });
    expect(await readFile(bench.inside('kept.txt'), 'utf8')).toBe('first\n');
    expect(await readFile(bench.inside('other.txt'), 'utf8')).toBe('as it is\n');
    const { events } = bench;
    const { id: redo } = (await events()).findLast(({ type }) => type === 'session.rewound') ?? {};
    await bench.api.run({ session: 'chat', redo: redo ?? '', ...run });
    expect(await readFile(bench.inside('kept.txt'), 'utf8')).toBe('second\n');
    expect(box.bugs).toEqual([]);
  });

  test('is on the record before anything is removed, and so is what it came to', async () => {
    await using world = await setUp();
    await world.box.sweep();
    const [swept, ended] = (await world.box.events()).map(({ type, data }) => ({ type, data }));
    expect(swept).toMatchObject({
      type: 'retention.swept',
      data: { by: 'person', names: [{ kind: 'session', name: 'Gone' }, {}, {}] },
    });
    expect(ended).toMatchObject({ type: 'retention.ended', data: { failed: [], left: 0, wasCancelled: false } });
  });

  test('removes nothing where it cannot be recorded', async () => {
    await using world = await setUp();
    await using box = retentionBox(world.bench.ledger, { record: async () => Promise.reject(new Error('no room')) });
    const before = storedIn(world.content.folder);
    await expect(box.sweep()).rejects.toThrow();
    expect(storedIn(world.content.folder)).toEqual(before);
    expect((await world.bench.ledger.trash()).map(({ id }) => id)).toEqual(['gone']);
  });

  test('keeps what was kept again between the plan and the sweep', async () => {
    await using world = await setUp();
    const { box, content } = world;
    const { id: plan, items } = await box.api.plan({});
    const hash = await world.kept('made by the deleted session\n');
    const { left } = await endOf(box.api.sweep({ plan, items: items.map(({ id }) => id) }));
    expect(left).toBe(1);
    expect((await content.read(hash)).toString()).toBe('made by the deleted session\n');
  });

  test('keeps what an event refers to that was recorded between the plan and the sweep', async () => {
    await using world = await setUp();
    const { box, bench, content } = world;
    const loose = await world.kept('nobody refers to it yet\n');
    age(content.folder);
    const { id: plan, items } = await box.api.plan({});
    const state = { kind: 'file', hash: loose, size: 24, mode: 0o644 } as const;
    const change = { path: '/x', change: 'created', after: state, origin: 'tool' } as const;
    await (await bench.ledger.session('chat')).append('file.changed', change);
    const { removed } = await endOf(box.api.sweep({ plan, items: items.map(({ id }) => id) }));
    expect(removed.some(({ kind }) => kind === 'content')).toBe(true);
    expect(await content.has(loose)).toBe(true);
  });

  test('of a session that was restored meanwhile leaves it and all it refers to', async () => {
    await using world = await setUp();
    const { box, bench } = world;
    const { id: plan, items } = await box.api.plan({});
    await bench.ledger.restore('gone');
    const { removed, left } = await endOf(box.api.sweep({ plan, items: items.map(({ id }) => id) }));
    expect(removed).toEqual([]);
    expect(left).toBeGreaterThan(1);
    expect(await has(world, 'made by the deleted session\n')).toBe(true);
  });

  test('leaves what a deleted session refers to whose record was not chosen', async () => {
    await using world = await setUp();
    await world.box.sweep((id) => !id.startsWith('session:'));
    expect(await has(world, 'made by the deleted session\n')).toBe(true);
    await world.bench.ledger.restore('gone');
    expect(await arrayOf((await world.bench.ledger.session('gone')).read())).not.toEqual([]);
  });

  test('ends when its reader leaves, and says how far it came', async () => {
    await using world = await setUp();
    const { id: plan, items } = await world.box.api.plan({});
    for await (const _first of await world.box.api.sweep({ plan, items: items.map(({ id }) => id) })) break;
    const ended = (await world.box.events()).find(({ type }) => type === 'retention.ended');
    expect(ended?.data).toMatchObject({ wasCancelled: true });
    await expect(endOf(world.box.api.sweep({ plan, items: ['content'] }))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is made by itself only where the setting says so', async () => {
    await using world = await setUp();
    let recorded = () => {};
    const swept = new Promise<void>((resolve) => {
      recorded = resolve;
    });
    const ledger = world.bench.ledger;
    await using box = retentionBox(ledger, {
      startDelayMs: 1,
      sweepAfterDays: () => 1,
      now: () => Date.now() + 3 * 86_400_000,
      record: async (type, data) => {
        const event = await (await ledger.session(RECORD)).append(type, data);
        if (type === 'retention.ended') recorded();
        return event;
      },
    });
    box.feature.start();
    await swept;
    expect((await box.events())[0]?.data).toMatchObject({ by: 'setting' });
    expect(await ledger.trash()).toEqual([]);
  });
});

describe('what cannot be read keeps all that it may refer to', () => {
  test('where a record has lost events', async () => {
    await using world = await setUp();
    const { bench, box } = world;
    await box.sweep((id) => id.startsWith('session:'));
    const path = `${bench.ledger.folder}/sessions/chat.jsonl`;
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    await new Promise((resolve) => setTimeout(resolve, 400));
    writeFileSync(path, `${lines.slice(0, -2).join('\n')}\n`);
    const { items, stays } = await box.api.plan({});
    expect(items.filter(({ kind }) => kind === 'content' || kind === 'tree')).toEqual([]);
    expect(stays.map(({ why }) => why).join()).toMatch(/session chat has lost events/);
  });

  test('where a workspace cannot be written down', async () => {
    await using world = await setUp();
    await using box = retentionBox(world.bench.ledger, { writeDownTrees: async () => ['/work'] });
    const { items, stays } = await box.api.plan({});
    expect(items.map(({ kind }) => kind)).toEqual(['session']);
    expect(stays).toEqual([
      { kind: 'content', name: 'Kept contents', why: 'What /work looks like now cannot be written down' },
    ]);
  });
});
