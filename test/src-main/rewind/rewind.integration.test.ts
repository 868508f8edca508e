import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rewindWorkbench } from './rewind-workbench.ts';

const run = { withFiles: true, confirmed: [] as string[], stop: false };

/** A workspace with a few files, and a first turn that only reads. */
async function setUp() {
  const bench = await rewindWorkbench();
  mkdirSync(bench.inside('src/deep'), { recursive: true });
  writeFileSync(bench.inside('a.txt'), 'one\ntwo\n');
  writeFileSync(bench.inside('src/b.txt'), 'b\n');
  writeFileSync(bench.inside('src/deep/c.txt'), 'c\n');
  await bench.turn('look around');
  return bench;
}

describe('rewind', () => {
  test('brings back what sed -i, rm -r and a program did, byte for byte, and redo does it again', async () => {
    await using bench = await setUp();
    const before = bench.picture();
    const message = await bench.turn('change it', () => {
      execFileSync('sed', ['-i', 's/one/ONE/', bench.inside('a.txt')]);
      execFileSync('rm', ['-r', bench.inside('src')]);
      execFileSync('/usr/bin/python3', ['-c', `open(${JSON.stringify(bench.inside('made.txt'))}, 'w').write('x' * 9)`]);
    });
    const after = bench.picture();

    const plan = await bench.api.plan({ session: 'chat', message });
    expect(plan.counts).toEqual({ restored: 4, left: 0, unknown: 0, others: 0 });
    expect(plan.files.map(({ shownPath, change }) => `${change} ${shownPath}`)).toEqual([
      'modified a.txt',
      'deleted made.txt',
      'created src/b.txt',
      'created src/deep/c.txt',
    ]);
    expect(bench.picture()).toEqual(after);

    const done = await bench.api.run({ session: 'chat', message, ...run });
    expect(bench.picture()).toEqual(before);
    expect(done.text).toBe('Rewound to before “change it”: 4 files restored');

    await bench.api.run({ session: 'chat', redo: done.event, ...run });
    expect(bench.picture()).toEqual(after);
  });

  test('goes back over several turns at once, each file straight to what it was', async () => {
    await using bench = await setUp();
    const before = bench.picture();
    const first = await bench.turn('first', () => appendFileSync(bench.inside('a.txt'), 'three\n'));
    await bench.turn('second', () => appendFileSync(bench.inside('a.txt'), 'four\n'));
    await bench.turn('third', () => unlinkSync(bench.inside('a.txt')));

    const { restored } = await bench.api.run({ session: 'chat', message: first, ...run });
    expect(restored).toBe(1);
    expect(bench.picture()).toEqual(before);
  });

  test('leaves what others changed since, and restores it where it is ticked', async () => {
    await using bench = await setUp();
    const message = await bench.turn('change', () => writeFileSync(bench.inside('a.txt'), 'mine\n'));
    writeFileSync(bench.inside('a.txt'), 'mine\nand yours\n');
    writeFileSync(bench.inside('src/b.txt'), 'yours\n');

    const plan = await bench.api.plan({ session: 'chat', message });
    expect(plan.files.map(({ shownPath, outcome, isOthers }) => [shownPath, outcome, isOthers])).toEqual([
      ['a.txt', 'left', false],
      ['src/b.txt', 'left', true],
    ]);
    const left = await bench.api.run({ session: 'chat', message, ...run });
    expect(left).toMatchObject({ restored: 0, left: 1 });
    expect(readFileSync(bench.inside('a.txt'), 'utf8')).toBe('mine\nand yours\n');
    await bench.api.run({ session: 'chat', redo: left.event, ...run });

    const confirmed = [bench.inside('a.txt'), bench.inside('src/b.txt')];
    const done = await bench.api.run({ session: 'chat', message, ...run, confirmed });
    expect(done.restored).toBe(2);
    expect(readFileSync(bench.inside('a.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(readFileSync(bench.inside('src/b.txt'), 'utf8')).toBe('b\n');

    await bench.api.run({ session: 'chat', redo: done.event, ...run });
    expect(readFileSync(bench.inside('a.txt'), 'utf8')).toBe('mine\nand yours\n');
    expect(readFileSync(bench.inside('src/b.txt'), 'utf8')).toBe('yours\n');
  });

  test('work of somebody else between two turns is not lost with them', async () => {
    await using bench = await setUp();
    const message = await bench.turn('first', () => writeFileSync(bench.inside('a.txt'), 'first\n'));
    writeFileSync(bench.inside('a.txt'), 'somebody\n');
    await bench.turn('second', () => appendFileSync(bench.inside('a.txt'), 'second\n'));

    const plan = await bench.api.plan({ session: 'chat', message });
    expect(plan.files).toMatchObject([{ outcome: 'unknown', canConfirm: true }]);
    await bench.api.run({ session: 'chat', message, ...run });
    expect(readFileSync(bench.inside('a.txt'), 'utf8')).toBe('somebody\nsecond\n');
  });

  test('a change that no call explains is on the record of its turn, and needs a tick', async () => {
    await using bench = await setUp();
    const turn = 'late';
    const record = await bench.ledger.session('chat');
    const { id: message } = await record.append('message.user', { text: 'go' }, { turn });
    await bench.points.before({ session: 'chat', turn, workspace: bench.workspace });
    writeFileSync(bench.inside('a.txt'), 'from nowhere\n');
    await bench.points.after({ session: 'chat', turn, workspace: bench.workspace });

    const found = (await bench.events()).filter(({ type }) => type === 'file.changed');
    expect(found).toMatchObject([{ turn, data: { path: bench.inside('a.txt'), origin: 'unknown' } }]);
    const plan = await bench.api.plan({ session: 'chat', message });
    expect(plan.files).toMatchObject([{ shownPath: 'a.txt', outcome: 'unknown', canConfirm: true }]);
  });

  test('the conversation alone goes back where files are to stay', async () => {
    await using bench = await setUp();
    const message = await bench.turn('change', () => writeFileSync(bench.inside('a.txt'), 'new\n'));
    const done = await bench.api.run({ session: 'chat', message, ...run, withFiles: false });
    expect(readFileSync(bench.inside('a.txt'), 'utf8')).toBe('new\n');
    expect(done.text).toBe('Rewound to before “change”, files left as they are');
  });

  test('a diff shows a file as it is and as it would be', async () => {
    await using bench = await setUp();
    const message = await bench.turn('change', () => writeFileSync(bench.inside('a.txt'), 'one\nTWO\n'));
    const diff = await bench.api.diff({ session: 'chat', message, path: bench.inside('a.txt') });
    expect(diff).toMatchObject({ original: 'one\nTWO\n', proposed: 'one\ntwo\n', shownPath: 'a.txt' });
    await expect(bench.api.diff({ session: 'chat', message, path: '/x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('what cannot be', () => {
  test('a second rewind to the same message, and to one that is folded, is refused', async () => {
    await using bench = await setUp();
    const first = await bench.turn('first', () => writeFileSync(bench.inside('a.txt'), '1'));
    const second = await bench.turn('second', () => writeFileSync(bench.inside('a.txt'), '2'));
    await bench.api.run({ session: 'chat', message: first, ...run });
    for (const message of [first, second]) {
      await expect(bench.api.run({ session: 'chat', message, ...run })).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(bench.api.plan({ session: 'chat', message })).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    await expect(bench.api.plan({ session: 'chat', message: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(bench.api.plan({ session: 'chat' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('a redo after the conversation went on is refused with its reason, and nothing is changed', async () => {
    await using bench = await setUp();
    const message = await bench.turn('change', () => writeFileSync(bench.inside('a.txt'), 'new\n'));
    const { event } = await bench.api.run({ session: 'chat', message, ...run });
    await bench.turn('go on');
    const before = bench.picture();
    await expect(bench.api.run({ session: 'chat', redo: event, ...run })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The conversation went on after this rewind, so it cannot be redone',
    });
    expect(bench.picture()).toEqual(before);
  });

  test('a rewind past a rewind, and both redone', async () => {
    await using bench = await setUp();
    const start = bench.picture();
    const first = await bench.turn('first', () => writeFileSync(bench.inside('a.txt'), '1'));
    const middle = bench.picture();
    const second = await bench.turn('second', () => writeFileSync(bench.inside('a.txt'), '2'));
    const end = bench.picture();
    const one = await bench.api.run({ session: 'chat', message: second, ...run });
    expect(bench.picture()).toEqual(middle);
    const two = await bench.api.run({ session: 'chat', message: first, ...run });
    expect(bench.picture()).toEqual(start);

    await expect(bench.api.run({ session: 'chat', redo: one.event, ...run })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await bench.api.run({ session: 'chat', redo: two.event, ...run });
    expect(bench.picture()).toEqual(middle);
    await bench.api.run({ session: 'chat', redo: one.event, ...run });
    expect(bench.picture()).toEqual(end);
  });

  test('what lies in .git is left alone, and that HEAD moved is said', async () => {
    await using bench = await setUp();
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', bench.workspace, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'one');
    await bench.turn('settle');
    const message = await bench.turn('commit it', () => {
      writeFileSync(bench.inside('a.txt'), 'committed\n');
      git('commit', '-q', '-a', '-m', 'two');
    });
    const head = git('rev-parse', 'HEAD').toString();

    const plan = await bench.api.plan({ session: 'chat', message });
    expect(plan.files.map(({ shownPath }) => shownPath)).toEqual(['a.txt']);
    expect(plan.headMoved?.from.ref).toBe('refs/heads/main');
    expect(plan.headMoved?.to.commit).toBe(head.trim());
    const done = await bench.api.run({ session: 'chat', message, ...run });
    expect(done.text).toContain('HEAD of the repository moved from main at');
    expect(git('rev-parse', 'HEAD').toString()).toBe(head);
    expect(readFileSync(bench.inside('a.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  test('a workspace that is gone is said, and the conversation goes back alone', async () => {
    await using bench = await setUp();
    const message = await bench.turn('change', () => writeFileSync(bench.inside('a.txt'), 'new\n'));
    rmSync(bench.workspace, { recursive: true });
    const plan = await bench.api.plan({ session: 'chat', message });
    expect(plan.noFiles).toContain('cannot be opened');
    await expect(bench.api.run({ session: 'chat', message, ...run })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await bench.api.run({ session: 'chat', message, ...run, withFiles: false });
    mkdirSync(bench.workspace);
  });

  test('bytes and trees that are no longer kept are said, and the rest is restored', async () => {
    await using bench = await setUp();
    const message = await bench.turn('change', () => {
      writeFileSync(bench.inside('a.txt'), 'new\n');
      writeFileSync(bench.inside('src/b.txt'), 'new b\n');
    });
    const changed = (await bench.events()).find(({ data }) => data.path === bench.inside('a.txt'));
    const { hash } = (changed?.data.before ?? {}) as { readonly hash: string };
    const points = (await bench.events()).filter(({ type }) => type === 'point.taken');
    const lost = [hash, ...points.map(({ data }) => String(data.snapshot))];
    for (const one of lost) rmSync(`${bench.ledger.content.folder}/${one.slice(0, 2)}/${one}`, { force: true });
    expect(points.length).toBeGreaterThan(1);

    const plan = await bench.api.plan({ session: 'chat', message });
    expect(plan.files.map(({ shownPath, outcome }) => [shownPath, outcome])).toEqual([
      ['a.txt', 'left'],
      ['src/b.txt', 'restored'],
    ]);
    expect(plan.files[0]?.why).toContain('no longer on the ledger');
    expect(plan.limits.join()).toContain('What others changed since is not known');
    await bench.api.run({ session: 'chat', message, ...run });
    expect(readFileSync(bench.inside('src/b.txt'), 'utf8')).toBe('b\n');
    expect(readFileSync(bench.inside('a.txt'), 'utf8')).toBe('new\n');
  });
});

test('a rewind that was redone can be rewound again, and Changes follows', async () => {
  await using bench = await setUp();
  const before = bench.picture();
  const message = await bench.turn('change', () => writeFileSync(bench.inside('a.txt'), 'new\n'));
  const after = bench.picture();
  for (let round = 0; round < 3; round++) {
    const { event } = await bench.api.run({ session: 'chat', message, ...run });
    expect(bench.picture()).toEqual(before);
    await bench.api.run({ session: 'chat', redo: event, ...run });
    expect(bench.picture()).toEqual(after);
  }
});

test('two sessions in one workspace take back their own work alone', async () => {
  await using bench = await setUp();
  const mine = await bench.turn('mine', () => writeFileSync(bench.inside('a.txt'), 'mine\n'));
  const theirs = await bench.turn('theirs', () => writeFileSync(bench.inside('src/b.txt'), 'theirs\n'), 'other');
  const plan = await bench.api.plan({ session: 'chat', message: mine });
  expect(plan.files.map(({ shownPath, isOthers }) => [shownPath, isOthers])).toEqual([
    ['a.txt', false],
    ['src/b.txt', true],
  ]);
  await bench.api.run({ session: 'chat', message: mine, ...run });
  expect(readFileSync(bench.inside('src/b.txt'), 'utf8')).toBe('theirs\n');
  await bench.api.run({ session: 'other', message: theirs, ...run });
  expect(readFileSync(bench.inside('src/b.txt'), 'utf8')).toBe('b\n');
});

test('two windows at once: one goes back, the other is told, and nothing is done twice', async () => {
  await using bench = await setUp();
  const message = await bench.turn('change', () => writeFileSync(bench.inside('a.txt'), 'new\n'));
  const both = await Promise.allSettled([1, 2].map(() => bench.api.run({ session: 'chat', message, ...run })));
  expect(readFileSync(bench.inside('a.txt'), 'utf8')).toBe('one\ntwo\n');
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
});

test('a rewind that is not wanted any more ends nothing that runs', async () => {
  await using bench = await rewindWorkbench();
  const message = await bench.turn('one', () => writeFileSync(bench.inside('a.txt'), 'made\n'));
  const run = { session: 'chat', message, withFiles: true, confirmed: [], stop: true };
  await expect(bench.api.run(run, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(bench.stilled).toEqual([]);
  expect(readFileSync(bench.inside('a.txt'), 'utf8')).toBe('made\n');
});
