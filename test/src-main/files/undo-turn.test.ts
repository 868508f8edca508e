import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createRouterClient } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import { SESSION } from './file-workbench.ts';
import { turnWorkbench } from './turn-workbench.ts';

describe('a turn is undone and made again whole', () => {
  test.each([
    ['a folder became a file', 'mkdir a; echo q > a/in', 'rm -rf a; echo file > a'],
    ['a file became a folder', 'echo q > a', 'rm a; mkdir a; echo in > a/in'],
    ['a folder became a link', 'mkdir a b; echo q > a/in', 'rm -rf a; ln -s b a'],
    ['a link became a folder', 'mkdir b; ln -s b a', 'rm a; mkdir a; echo in > a/in'],
    ['a file became a link', 'echo q > a; echo r > b', 'rm a; ln -s b a'],
    ['a link became a file', 'echo r > b; ln -s b a', 'rm a; echo q > a'],
    ['folders and files changed places', 'mkdir -p a/b; echo x > a/b/c; echo y > d', 'mv d t; mv a d; mv t a'],
    ['two files changed places', 'echo x > a; echo y > b', 'mv a t; mv b a; mv t b'],
    ['a whole tree was removed', 'mkdir -p a/b/c; echo x > a/b/c/d; chmod 711 a; chmod 750 a/b', 'rm -r a'],
    ['a tree was moved', 'mkdir -p a/b; echo x > a/b/c', 'mkdir z; mv a z/a'],
    ['permissions changed', 'echo x > a; mkdir b; echo y > b/c', 'chmod 600 a; chmod 500 b; chmod 400 b/c'],
    ['names of one file were edited', 'echo x > a; ln a b; mkdir c; ln a c/d', 'echo y > a'],
    ['names of one file were removed', 'echo x > a; ln a b', 'rm a b'],
    ['time and permissions of names of one file changed', 'echo x > a; ln a b', 'touch -d 2001-01-01 a; chmod 600 b'],
  ])('%s', async (_what, before, command) => {
    await using world = await turnWorkbench();
    world.bash(before);
    const old = world.picture();
    await world.turn('t1', command);
    const made = world.picture();

    for (const _ of [1, 2]) {
      const undone = await world.undo('t1');
      expect(new Set(Object.values(world.told(undone)))).toEqual(new Set(['restored']));
      expect(world.picture()).toBe(old);
      expect((await world.changes()).map(({ state }) => state)).not.toContain('applied');
      const redone = await world.redo('t1');
      expect(new Set(Object.values(world.told(redone)))).toEqual(new Set(['restored']));
      expect(world.picture()).toBe(made);
      expect((await world.changes()).map(({ state }) => state)).not.toContain('undone');
    }
    expect(world.bugs).toEqual([]);
  });

  test.each([
    [
      'one of them was removed',
      'echo x > a; ln a b',
      'rm b',
      ['b', 'it was one of 2 names of one file (hard links) and is a file of its own now'],
    ],
    [
      'one of them was written anew',
      'echo x > a; ln a b; ln a c',
      'echo y > t; mv t b',
      ['b', 'it was one of 3 names of one file (hard links) and is a file of its own now'],
    ],
    [
      'two of three were removed',
      'echo x > a; ln a b; ln a c',
      'rm b c',
      ['b', 'it was one of 3 names of one file (hard links), of which 2 are names of one again'],
    ],
    ['all were removed', 'echo x > a; ln a b', 'rm a b', ['a', undefined]],
  ])(
    'names of one file, of which %s: what is not linked any more is told',
    async (_what, before, command, [name, why]) => {
      await using world = await turnWorkbench();
      world.bash(before);
      await world.turn('t1', command);
      const { paths } = await world.undo('t1');
      expect(paths.find(({ path }) => path === world.at(name ?? ''))).toMatchObject({ outcome: 'restored' });
      expect(paths.find(({ path }) => path === world.at(name ?? ''))?.why).toBe(why);
      expect(world.bash('cat a b')).toBe('x\nx\n');
    },
  );

  test('straight to what was there before its first change, and after its last', async () => {
    await using world = await turnWorkbench();
    await world.put('a', 'old');
    for (const text of ['one', 'two', 'three']) await world.turn('t1', `printf ${text} > a`);
    const [undone] = (await world.undo('t1')).paths;
    expect(undone).toMatchObject({ path: world.at('a'), outcome: 'restored' });
    expect(await world.text('a')).toBe('old');
    const effects = (await world.events('file.changed')).filter(({ data }) => data.origin === 'undo');
    expect(effects).toHaveLength(1);
    await world.redo('t1');
    expect(await world.text('a')).toBe('three');
  });

  test('after single changes of it were undone', async () => {
    await using world = await turnWorkbench();
    await world.put('a', 'old');
    const [first] = await world.turn('t1', 'printf one > a; printf x > b');
    await world.turn('t1', 'printf two > a');
    const [, , last] = await world.events('file.changed').then((events) => events.map(({ id }) => id));
    await world.undoOne(last ?? '');
    expect(await world.text('a')).toBe('one');
    await world.undo('t1');
    expect(await world.text('a')).toBe('old');
    await world.redo('t1');
    expect([await world.text('a'), await world.text('b')]).toEqual(['two', 'x']);
    expect(first).toBeDefined();
  });
});

describe('a path that cannot be restored is left, and the rest is undone', () => {
  test('one that was changed since, with the later turn that did', async () => {
    await using world = await turnWorkbench();
    await world.turn('t1', 'echo 1 > a; echo 1 > b');
    const [later] = await world.turn('t2', 'echo 2 > b');

    const { paths } = await world.undo('t1');

    expect(world.told({ paths })).toEqual({ a: 'restored', b: 'left' });
    expect(paths[1]).toMatchObject({
      why: expect.stringContaining('its content was changed since'),
      canConfirm: true,
      changedBy: { turn: 't2', event: later },
    });
    expect([await readdir(world.path), await world.text('b')]).toEqual([['b'], '2\n']);
    expect((await world.changes()).map(({ shownPath, turn, state }) => [shownPath, turn, state])).toEqual([
      ['b', 't2', 'applied'],
      ['a', 't1', 'undone'],
      ['b', 't1', 'applied'],
    ]);
  });

  test('unless it is confirmed: what was there then comes back with the redo', async () => {
    await using world = await turnWorkbench();
    await world.put('a', 'old');
    const [change] = await world.turn('t1', 'printf new > a');
    await world.put('a', 'by hand');
    expect(world.told(await world.undo('t1'))).toEqual({ a: 'left' });
    expect(world.told(await world.undo('t1', [change ?? '']))).toEqual({ a: 'restored' });
    expect(await world.text('a')).toBe('old');
    await world.redo('t1');
    expect(await world.text('a')).toBe('by hand');
  });

  test('a folder with files of somebody else, and a file in a folder that is left', async () => {
    await using world = await turnWorkbench();
    world.bash('echo x > a; mkdir b; echo y > b/c');
    await world.turn('t1', 'rm a; mkdir a; echo in > a/in; rm -r b; echo now > b');
    await mkdir(world.at('a/mine'));
    await writeFile(world.at('b'), 'mine');

    const { paths } = await world.undo('t1');

    expect(world.told({ paths })).toEqual({ a: 'left', 'a/in': 'restored', b: 'left', 'b/c': 'left' });
    const why = Object.fromEntries(paths.map((one) => [one.path, one.why ?? '']));
    expect(why[world.at('a')]).toContain('other files in it');
    expect(why[world.at('b/c')]).toContain(world.at('b'));
    expect([await readdir(world.at('a')), await world.text('b')]).toEqual([['mine'], 'mine']);
  });

  test('one whose bytes were not kept, and a folder that was not watched, which is not made empty', async () => {
    await using world = await turnWorkbench();
    const notKept = 'it is larger than 1 GB';
    await world.put('small', 'x');
    await world.turn('t1', 'rm small');
    await world.record('t1', {
      path: world.at('big'),
      change: 'deleted',
      before: { kind: 'file', size: 2_000_000_000, mode: 0o644, notKept },
    });
    const before = { kind: 'directory', size: 0, mode: 0o755, notKept: 'it holds installed packages' } as const;
    await world.record('t1', { path: world.at('node_modules'), change: 'deleted', before });

    const { paths } = await world.undo('t1');

    expect(world.told({ paths })).toEqual({ small: 'restored', big: 'left', node_modules: 'left' });
    expect(paths.map(({ why }) => why)).toEqual([
      undefined,
      `what it was is not kept: ${notKept}`,
      'what it was is not kept: it holds installed packages',
    ]);
    expect(await readdir(world.path)).toEqual(['small']);
    expect((await world.changes()).filter(({ state }) => state === 'applied')).toHaveLength(2);
  });

  test('one that another command may have made is not known, until it is confirmed', async () => {
    await using world = await turnWorkbench();
    const shared = 'Made while another command ran in this workspace: npm test';
    const [event = ''] = await world.turn('t1', 'echo x > a', { shared });
    const { paths } = await world.undo('t1');
    expect(paths).toEqual([
      { event, path: world.at('a'), outcome: 'unknown', why: expect.stringContaining('npm test'), canConfirm: true },
    ]);
    expect(await readdir(world.path)).toEqual(['a']);
    expect(world.told(await world.undo('t1', [event]))).toEqual({ a: 'restored' });
    expect(await readdir(world.path)).toEqual([]);
  });
});

describe('a path that a person changed between two changes of a turn', () => {
  test('is not known, until it is confirmed', async () => {
    await using world = await turnWorkbench();
    await world.put('a', 'old');
    await world.turn('t1', 'printf one > a; printf x > b');
    await world.put('a', 'by hand');
    const [event = ''] = await world.turn('t1', 'printf two > a');

    const { paths } = await world.undo('t1');

    expect(world.told({ paths })).toEqual({ a: 'unknown', b: 'restored' });
    expect(paths.find(({ outcome }) => outcome === 'unknown')).toMatchObject({
      event,
      why: expect.stringContaining('Somebody else changed it between two changes of this turn'),
      canConfirm: true,
    });
    expect(await world.text('a')).toBe('two');
    expect(world.told(await world.undo('t1', [event]))).toEqual({ a: 'restored' });
    expect(await world.text('a')).toBe('old');
    expect(world.told(await world.redo('t1'))).toMatchObject({ a: 'restored' });
    expect(await world.text('a')).toBe('two');
  });
});

test('the plan of an undo says what it would do and does nothing', async () => {
  await using world = await turnWorkbench();
  await world.turn('t1', 'echo 1 > a; echo 1 > b');
  await world.put('b', 'mine');
  const picture = world.picture();
  const events = (await world.events()).length;
  const planned = await world.plan('t1');
  expect(world.told(planned)).toEqual({ a: 'restored', b: 'left' });
  expect(await world.events()).toHaveLength(events);
  expect(world.picture()).toBe(picture);
  expect(await world.undo('t1')).toEqual(planned);
  expect(world.told(await world.plan('t1', 'redo'))).toEqual({ a: 'restored' });
});

test('two windows that undo the same turn at once: one does, the other finds it done', async () => {
  await using world = await turnWorkbench();
  await world.turn('t1', 'echo x > a; mkdir b; echo y > b/c');
  const results = await Promise.allSettled([world.undo('t1'), world.undo('t1')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(results[1]).toMatchObject({ reason: { code: 'NOT_FOUND' } });
  expect(await readdir(world.path)).toEqual([]);
  await expect(world.plan('t1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('one event ends it, with what became of each path', async () => {
  await using world = await turnWorkbench();
  await world.turn('t1', 'echo 1 > a; echo 1 > b');
  await world.put('b', 'mine');
  await world.undo('t1');
  const [ended, ...more] = await world.events('turn.undone');
  expect(more).toEqual([]);
  expect(ended?.data).toMatchObject({ turn: 't1', direction: 'undo', restored: 1, left: 1, unknown: 0 });
  expect(ended?.data.paths).toMatchObject([
    { path: world.at('b'), outcome: 'left' },
    { path: world.at('a'), outcome: 'restored' },
  ]);
  const [effect] = (await world.events('file.changed')).filter(({ data }) => data.origin === 'undo');
  expect(effect?.data).toMatchObject({ path: world.at('a'), transaction: ended?.data.transaction });
});

test('a single change is undone and made again, any number of times', async () => {
  await using world = await turnWorkbench();
  await world.put('a', 'old');
  const [change = ''] = await world.turn('t1', 'printf new > a');
  await expect(world.redoOne(change)).rejects.toMatchObject({ code: 'CONFLICT' });
  for (const _ of [1, 2]) {
    await world.undoOne(change);
    expect([await world.text('a'), (await world.changes()).map(({ state }) => state)]).toEqual(['old', ['undone']]);
    await world.redoOne(change);
    expect([await world.text('a'), (await world.changes()).map(({ state }) => state)]).toEqual(['new', ['applied']]);
  }
});

test('only the paths that are named are undone, planned and made again', async () => {
  await using world = await turnWorkbench();
  await world.turn('t1', 'echo 1 > a; echo 1 > b; echo 2 > b');
  const client = createRouterClient(world.files.router, { context: { reportBug: () => {} } });
  const only = { session: SESSION, turn: 't1', paths: [world.at('b')] };
  expect(world.told(await client.planTurn({ ...only, direction: 'undo' }))).toEqual({ b: 'restored' });
  expect(world.told(await client.undoTurn(only))).toEqual({ b: 'restored' });
  expect(await readdir(world.path)).toEqual(['a']);
  expect(world.told(await client.redoTurn(only))).toEqual({ b: 'restored' });
  expect((await readdir(world.path)).sort()).toEqual(['a', 'b']);
  await expect(client.undoTurn({ ...only, paths: [world.at('c')] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
