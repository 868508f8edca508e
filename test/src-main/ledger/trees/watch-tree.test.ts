import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { changesSince, openLedger, type TreeReference, type WatchLimits, watchTree } from '#ledger';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';
import { watchedFolder } from '../../../support/watched-folder.ts';

const run = promisify(execFile);

async function setUp(limits: Partial<WatchLimits> = {}) {
  const ledger = await temporaryLedger();
  const workspace = await temporaryFolder();
  const watch = watchTree({ root: workspace.path, content: ledger.content, limits });
  const inside = (name: string) => join(workspace.path, name);
  return {
    ledger,
    watch,
    inside,
    write: async (name: string, text: string) => {
      await mkdir(join(inside(name), '..'), { recursive: true });
      await writeFile(inside(name), text);
    },
    /** Returns the changes of `act`, as `created a/b`. */
    during: async (act: () => Promise<unknown>) => {
      const snapshot = await watch.before('test');
      await act();
      const { changes, notWatched } = await watch.after(snapshot);
      const words = changes.map(({ change, path }) => `${change} ${relative(workspace.path, path)}`);
      return { changes, notWatched, words };
    },
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

describe('a watched tree tells', () => {
  test('of files that were created, modified and deleted, the old bytes kept', async () => {
    await using world = await setUp();
    await world.write('a.txt', 'old a');
    await world.write('deep/b.txt', 'old b');
    await world.write('same.txt', 'same');
    const { words, changes } = await world.during(async () => {
      await world.write('a.txt', 'new a');
      await rm(world.inside('deep'), { recursive: true });
      await world.write('fresh/c.txt', 'c');
    });

    expect(words).toEqual([
      'modified a.txt',
      'deleted deep',
      'deleted deep/b.txt',
      'created fresh',
      'created fresh/c.txt',
    ]);
    const [a, , b] = changes;
    expect((await world.ledger.content.read(a?.before?.hash ?? '')).toString()).toBe('old a');
    expect((await world.ledger.content.read(a?.after?.hash ?? '')).toString()).toBe('new a');
    expect((await world.ledger.content.read(b?.before?.hash ?? '')).toString()).toBe('old b');
  });

  test('of nothing when nothing happened, or when the same bytes were written again', async () => {
    await using world = await setUp();
    await world.write('a.txt', 'same');
    const { words, notWatched } = await world.during(() => world.write('a.txt', 'same'));
    expect(words).toEqual([]);
    expect(notWatched).toEqual([]);
  });

  test('of a change in the same tick that leaves size and time as they were', async () => {
    await using world = await setUp();
    await world.write('a.txt', 'aaaa');
    const snapshot = await world.watch.before('test');
    const time = new Date();
    await utimes(world.inside('a.txt'), time, time);
    const again = await world.watch.before('test');
    await world.write('a.txt', 'bbbb');
    await utimes(world.inside('a.txt'), time, time);
    expect((await world.watch.after(again)).changes).toHaveLength(1);
    expect((await world.watch.after(snapshot)).changes).toHaveLength(1);
  });

  test('of a hundred changes made at once right after it looked', async () => {
    await using world = await setUp();
    const names = Array.from({ length: 100 }, (_, n) => `f${n}`);
    for (const name of names) await world.write(name, 'aaaa');
    const { changes } = await world.during(() => Promise.all(names.map((name) => world.write(name, 'bbbb'))));
    expect(changes).toHaveLength(100);
  });

  test('of permissions, links, folders and a file that became a folder', async () => {
    await using world = await setUp();
    await world.write('mode.sh', 'x');
    await chmod(world.inside('mode.sh'), 0o644);
    await world.write('was-file', 'x');
    await symlink('mode.sh', world.inside('link'));
    await mkdir(world.inside('folder'));
    await chmod(world.inside('folder'), 0o755);
    const { words, changes } = await world.during(async () => {
      await chmod(world.inside('mode.sh'), 0o755);
      await chmod(world.inside('folder'), 0o700);
      await unlink(world.inside('link'));
      await symlink('elsewhere', world.inside('link'));
      await unlink(world.inside('was-file'));
      await world.write('was-file/inner', 'y');
    });
    expect(words).toEqual([
      'modified folder',
      'modified link',
      'modified mode.sh',
      'modified was-file',
      'created was-file/inner',
    ]);
    expect(changes[1]?.before?.kind).toBe('symlink');
    expect((await world.ledger.content.read(changes[1]?.before?.hash ?? '')).toString()).toBe('mode.sh');
    expect(changes[3]).toMatchObject({ before: { kind: 'file' }, after: { kind: 'directory' } });
  });

  test('of a rename as one file gone and one new, and of the whole folder being removed', async () => {
    await using world = await setUp();
    await world.write('a', 'x');
    expect((await world.during(() => rename(world.inside('a'), world.inside('b')))).words).toEqual([
      'deleted a',
      'created b',
    ]);
    expect((await world.during(() => rm(world.inside('.'), { recursive: true }))).words).toEqual(['deleted b']);
  });

  test('of what git does in its own folder', async () => {
    await using world = await setUp();
    await run('git', ['init', '-q', world.inside('.')]);
    const { words } = await world.during(() => run('git', ['-C', world.inside('.'), 'config', 'user.name', 'x']));
    expect(words).toEqual(['modified .git/config']);
  });

  test('of a branch whose name is that of a folder which is not watched elsewhere', async () => {
    await using world = await setUp();
    await run('git', ['init', '-q', world.inside('.')]);
    await world.write('.git/refs/heads/target/one', 'x');
    const { words } = await world.during(() => world.write('.git/refs/heads/target/node_modules/two', 'y'));
    expect(words).toEqual([
      'created .git/refs/heads/target/node_modules',
      'created .git/refs/heads/target/node_modules/two',
    ]);
  });

  test('never of what a link leads to', async () => {
    await using world = await setUp();
    await using elsewhere = await temporaryFolder();
    await symlink(elsewhere.path, world.inside('out'));
    await symlink('.', world.inside('loop'));
    const { words } = await world.during(() => writeFile(join(elsewhere.path, 'x'), 'x'));
    expect(words).toEqual([]);
  });
});

describe('the limits of watching', () => {
  test('folders of installed and generated files are named, their contents left out', async () => {
    await using world = await setUp();
    await world.write('node_modules/x/index.js', 'x');
    const { words, notWatched } = await world.during(async () => {
      await world.write('node_modules/x/index.js', 'y');
      await world.write('sub/.venv/bin/python', 'y');
    });
    expect(words).toEqual(['created sub', 'created sub/.venv']);
    expect(notWatched).toEqual([
      'node_modules is not watched: it holds installed packages',
      'sub/.venv is not watched: it holds an installed Python environment',
    ]);
  });

  test('beyond the space for old content, files are not kept, which is said; small ones come first', async () => {
    await using world = await setUp({ keepBytes: 1000 });
    await world.write('a', 'x'.repeat(600));
    await world.write('b', 'x'.repeat(601));
    const { changes, notWatched } = await world.during(async () => {
      await unlink(world.inside('a'));
      await world.write('b', 'y'.repeat(601));
    });
    const reason = 'the space for old content is used up (record.keep_percent in Settings)';
    expect(changes).toMatchObject([
      { change: 'deleted', before: { size: 600 } },
      { change: 'modified', before: { size: 601, notKept: reason } },
    ]);
    expect(changes[0]?.before?.hash).toBeDefined();
    expect(changes[1]?.before?.hash).toBeUndefined();
    expect(notWatched).toEqual([`b is not kept: ${reason}`]);
  });

  test('beyond the number of entries, folders are left out whole, and nothing is made up about them', async () => {
    await using world = await setUp({ maxEntries: 6 });
    for (const name of ['a/1', 'a/2', 'b/1', 'b/2', 'b/3', 'c']) await world.write(name, 'x');
    const { words, notWatched } = await world.during(async () => {
      await unlink(world.inside('b/1'));
      await world.write('b/4', 'x');
      await world.write('c', 'y');
    });
    expect(words).toEqual(['modified c']);
    expect(notWatched).toEqual(['b is not watched: there are too many files in the workspace']);
  });

  test('a pipe does not hold it up, and is not kept', async () => {
    await using world = await setUp();
    await run('mkfifo', [world.inside('pipe')]);
    const { changes } = await world.during(() => unlink(world.inside('pipe')));
    expect(changes).toMatchObject([{ change: 'deleted', before: { notKept: 'it is a named pipe' } }]);
  });

  test('a folder that is not looked into says so where it is deleted', async () => {
    await using world = await setUp();
    await world.write('node_modules/x/index.js', 'x');
    const { changes } = await world.during(() => rm(world.inside('node_modules'), { recursive: true }));
    const notKept = 'it is not watched: it holds installed packages';
    expect(changes).toMatchObject([{ change: 'deleted', before: { kind: 'directory', notKept } }]);
  });

  test('the folder of the ledger is never watched', async () => {
    await using world = await setUp();
    const folder = world.inside('data');
    const options = { folder, redactor: new Redactor(), log: silentLogger, onWarning: () => {} };
    await using ledger = await openLedger(options);
    const watch = watchTree({ root: world.inside('.'), content: ledger.content });
    const snapshot = await watch.before('test');
    await (await ledger.session('one')).append('message.user', { text: 'x' });
    const { changes, notWatched } = await watch.after(snapshot);
    expect(changes).toEqual([]);
    expect(notWatched).toEqual(["data is not watched: it holds Sigma Shell's own record"]);
  });

  test('nor is it when it is named by a way through a link', async () => {
    await using world = await setUp();
    await using elsewhere = await temporaryFolder();
    const home = join(elsewhere.path, 'home');
    await symlink(world.inside('.'), home);
    await mkdir(world.inside('logs'));
    const options = { folder: join(home, 'data'), redactor: new Redactor(), log: silentLogger, onWarning: () => {} };
    await using ledger = await openLedger(options);
    const watch = watchTree({ root: world.inside('.'), content: ledger.content, excluded: [join(home, 'logs')] });
    const snapshot = await watch.before('test');
    await (await ledger.session('one')).append('message.user', { text: 'x' });
    await world.write('logs/app.log', 'x');
    expect((await watch.after(snapshot)).changes).toEqual([]);
  });

  test('of a workspace that is not there yet, everything is new', async () => {
    await using world = await setUp();
    const watch = watchTree({ root: world.inside('none'), content: world.ledger.content });
    const snapshot = await watch.before('test');
    await world.write('none/a', 'x');
    expect((await watch.after(snapshot)).changes).toMatchObject([{ change: 'created', path: world.inside('none/a') }]);
  });
});

test('files that come and go during the walk do not harm it', async () => {
  await using world = await setUp();
  for (let n = 0; n < 50; n++) await world.write(`d${n % 5}/f${n}`, 'x');
  let isDone = false;
  const churn = (async () => {
    for (let n = 0; !isDone; n++) {
      await world.write(`d${n % 5}/g${n % 20}`, String(n));
      await rm(world.inside(`d${(n + 3) % 5}`), { recursive: true, force: true });
    }
  })().catch(() => {});
  for (let n = 0; n < 20; n++) await world.watch.after(await world.watch.before('test'));
  isDone = true;
  await churn;
});

test('what was kept outlives the process before it is settled, and a copy cut short is not believed', async () => {
  await using ledger = await temporaryLedger();
  const kept = await ledger.content.keep(Buffer.from('whole'), { settle: 'later' });
  const incoming = join(ledger.folder, 'content', 'incoming');
  expect(await readFile(join(incoming, kept), 'utf8')).toBe('whole');
  const broken = await ledger.content.keep(Buffer.from('will be cut'), { settle: 'later' });
  await writeFile(join(incoming, broken), 'will be xxx');

  const { content } = await ledger.reopen();
  expect((await content.read(kept)).toString()).toBe('whole');
  await content.settle();
  expect((await content.read(kept)).toString()).toBe('whole');
  await expect(content.read(broken)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await content.keep(Buffer.from('will be cut'));
  expect((await content.read(broken)).toString()).toBe('will be cut');
});

describe('two commands at once', () => {
  /** `a` begins, `b` begins, `a` ends, `b` ends; between them `a1`, `both` and `b1` happen. */
  async function overlapping(world: Awaited<ReturnType<typeof setUp>>, act: (when: string) => Promise<unknown>) {
    const a = await world.watch.before('make a');
    await act('a1');
    const b = await world.watch.before('make b');
    await act('both');
    const byA = await world.watch.after(a);
    world.watch.end(a);
    await act('b1');
    const byB = await world.watch.after(b);
    world.watch.end(b);
    return { byA, byB };
  }

  test('know of each other, and only what fell into their common time is anybody’s', async () => {
    await using world = await setUp();
    await world.write('twice', 'x');
    const { byA, byB } = await overlapping(world, async (when) => {
      await world.write(when, 'x');
      if (when !== 'both') await world.write('twice', when);
    });

    const words = (changes: typeof byA) =>
      changes.changes.map(({ path, shared }) => [relative(world.inside('.'), path), shared]);
    const said = (label: string) => `Made while this ran in the workspace as well: ${label}`;
    expect(byA.alongside).toEqual(['make b']);
    expect(words(byA)).toEqual([
      ['a1', undefined],
      ['both', said('make b')],
      ['twice', undefined],
    ]);
    expect(byB.alongside).toEqual(['make a']);
    expect(words(byB)).toEqual([
      ['b1', undefined],
      ['both', said('make a')],
      ['twice', undefined],
    ]);
  });

  test('one after the other do not', async () => {
    await using world = await setUp();
    for (const label of ['first', 'second']) {
      const snapshot = await world.watch.before(label);
      await world.write(label, 'x');
      const { alongside, changes } = await world.watch.after(snapshot);
      world.watch.end(snapshot);
      expect(alongside).toEqual([]);
      expect(changes).toMatchObject([{ path: world.inside(label) }]);
      expect(changes[0]?.shared).toBeUndefined();
    }
  });
});

describe('what was seen is on disk', () => {
  /** A watch whose snapshots can be found by a later process. */
  async function indexed() {
    const world = await setUp();
    const indexFolder = join(world.ledger.folder, 'trees');
    const watch = watchTree({ root: world.inside('.'), content: world.ledger.content, indexFolder });
    return {
      ...world,
      watch,
      [Symbol.asyncDispose]: async () => {
        await watch[Symbol.asyncDispose]();
        await world[Symbol.asyncDispose]();
      },
      saved: async () => {
        const saved = await watch.saved(await watch.before('test'));
        if (!saved) throw new Error('nothing was saved');
        return saved;
      },
      since: async (saved: TreeReference) => {
        const { changes } = await changesSince({ saved, content: world.ledger.content });
        return changes.map(({ change, path }) => `${change} ${relative(world.inside('.'), path)}`);
      },
    };
  }

  test('so that a later process can tell what changed, for each of several moments', async () => {
    await using world = await indexed();
    await world.write('a', '1');
    await world.write('deep/b', '1');
    await symlink('a', world.inside('link'));
    const first = await world.saved();
    await world.write('a', '2');
    await world.write('c', '1');
    const second = await world.saved();
    await rm(world.inside('deep'), { recursive: true });

    expect(await world.since(first)).toEqual(['modified a', 'created c', 'deleted deep', 'deleted deep/b']);
    expect(await world.since(second)).toEqual(['deleted deep', 'deleted deep/b']);
    const third = await world.saved();
    expect(await world.since(third)).toEqual([]);
  });
});

test('a name that comes into a folder, or goes, right after a look is seen by the next one', async () => {
  await using world = await watchedFolder({ readsAttributes: true });
  await world.write('deep/folder/kept', 'kept');
  for (let n = 0; n < 40; n++) {
    const { changes } = await world.during(() => world.write(`deep/folder/new${n}`, String(n)));
    expect(world.words(changes)).toContain(`created deep/folder/new${n}`);
    const gone = await world.during(() => rm(world.inside(`deep/folder/new${n}`)));
    expect(world.words(gone.changes)).toContain(`deleted deep/folder/new${n}`);
  }
});
