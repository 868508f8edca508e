import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { type FileWorkbench, fileWorkbench, outcomeOf, planIn, SESSION } from '../file-workbench.ts';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function tree(bench: FileWorkbench) {
  await mkdir(bench.at('dir/sub'), { recursive: true });
  await bench.put('dir/a.txt', 'a\n', 0o600);
  await bench.put('dir/sub/b.txt', 'bb\n');
  await symlink('a.txt', bench.at('dir/link'));
  await chmod(bench.at('dir/sub'), 0o711);
}

describe('delete_file_or_dir', () => {
  test('removes a file after its bytes were kept, and Undo brings it back', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'precious\n', 0o640);
    await chmod(bench.at('a.txt'), 0o640);
    const plan = await bench.plan('delete_file_or_dir', { path: 'a.txt' });
    expect(plan.subject).toEqual({
      kind: 'delete',
      path: bench.at('a.txt'),
      shownPath: 'a.txt',
      recursive: false,
      files: 1,
      bytes: 9,
      sample: ['a.txt'],
    });

    expect(outcomeOf(await bench.run(plan))).toEqual({ outcome: 'done', content: 'OK' });
    expect(await exists(bench.at('a.txt'))).toBe(false);
    const event = (await bench.events('file.changed'))[0];
    expect(event?.data).toMatchObject({
      change: 'deleted',
      before: { kind: 'file', size: 9, mode: 0o640 },
      origin: 'tool',
    });

    await bench.undo(event?.id ?? '');
    expect(await bench.text('a.txt')).toBe('precious\n');
    expect((await stat(bench.at('a.txt'))).mode & 0o777).toBe(0o640);
  });

  test('removes a folder with all it holds when told to, each entry on the ledger, and Undo brings all of it back', async () => {
    await using bench = await fileWorkbench();
    await tree(bench);
    const plan = await bench.plan('delete_file_or_dir', { path: 'dir/', recursive: true });
    expect(plan.subject).toMatchObject({
      files: 5,
      bytes: 2 + 3 + 5,
      sample: ['dir/', 'dir/a.txt', 'dir/link', 'dir/sub/', 'dir/sub/b.txt'],
    });

    expect(outcomeOf(await bench.run(plan)).content).toBe('OK');
    expect(await readdir(bench.path)).toEqual([]);

    const events = await bench.events('file.changed');
    expect(events.map((event) => event.data.path)).toEqual(
      ['dir/sub/b.txt', 'dir/sub', 'dir/link', 'dir/a.txt', 'dir'].map(bench.at),
    );
    for (const event of events.reverse()) await bench.undo(event.id);
    expect(await readFile(bench.at('dir/sub/b.txt'), 'utf8')).toBe('bb\n');
    expect(await readlink(bench.at('dir/link'))).toBe('a.txt');
    expect((await stat(bench.at('dir/a.txt'))).mode & 0o777).toBe(0o600);
    expect((await stat(bench.at('dir/sub'))).mode & 0o777).toBe(0o711);
  });

  test('removes an empty folder, and a link itself rather than what it leads to', async () => {
    await using bench = await fileWorkbench();
    await using outside = await temporaryFolder();
    await mkdir(bench.at('empty'));
    await mkdir(`${outside.path}/kept`);
    await symlink(`${outside.path}/kept`, bench.at('link'));
    const plan = await bench.plan('delete_file_or_dir', { path: 'link/', recursive: true });
    expect(plan).toMatchObject({ isOutside: false, subject: { files: 1 } });

    outcomeOf(await bench.run(plan));
    outcomeOf(await bench.run(await bench.plan('delete_file_or_dir', { path: 'empty' })));

    expect(await readdir(bench.path)).toEqual([]);
    expect(await exists(`${outside.path}/kept`)).toBe(true);
  });

  test.each([
    ['.', /is the working directory; it is never removed/],
    ['..', /holds the working directory/],
    ['/', /holds the working directory/],
    [homedir(), /is the home folder|holds the/],
    ['/proc', /leads into \/proc/],
    ['missing', /does not exist; the deepest folder that does is/],
    ['dir', /is a folder that is not empty \(3 entries\); set recursive/],
  ])('refuses %s', async (path, message) => {
    await using bench = await fileWorkbench();
    await tree(bench);
    await expect(bench.plan('delete_file_or_dir', { path })).rejects.toThrow(message);
  });

  test('refuses the workspace from a folder inside it, and through a link', async () => {
    await using bench = await fileWorkbench();
    await mkdir(bench.at('sub'));
    await symlink('..', bench.at('sub/up'));
    const cwd = bench.at('sub');
    await expect(bench.plan('delete_file_or_dir', { path: '..', recursive: true }, { cwd })).rejects.toThrow(
      /workspace|working/,
    );
    await expect(bench.plan('delete_file_or_dir', { path: 'up/.', recursive: true }, { cwd })).resolves.toMatchObject({
      subject: { path: bench.at('sub/up'), files: 1 },
    });
  });

  test('refuses what cannot be kept', async () => {
    await using bench = await fileWorkbench();
    await mkdir(bench.at('dir'));
    execFileSync('mkfifo', [bench.at('dir/pipe')]);
    await expect(bench.plan('delete_file_or_dir', { path: 'dir', recursive: true })).rejects.toThrow(
      /is a named pipe, which cannot be kept/,
    );
  });

  test('refuses a name that is not UTF-8, since it could not be restored', async () => {
    await using bench = await fileWorkbench();
    await mkdir(bench.at('dir'));
    await writeFile(Buffer.concat([Buffer.from(`${bench.at('dir')}/bad-`), Buffer.from([0xff])]), 'x');
    await expect(bench.plan('delete_file_or_dir', { path: 'dir', recursive: true })).rejects.toThrow(/is not UTF-8/);
  });

  test('refuses it also where the name that Node would read is there, too', async () => {
    await using bench = await fileWorkbench();
    await mkdir(bench.at('dir'));
    await bench.put('dir/not\uFFFD', 'another file');
    await writeFile(pathToBytes(bench.at('dir/not\udcff')), 'x');
    await expect(bench.plan('delete_file_or_dir', { path: 'dir', recursive: true })).rejects.toThrow(
      /not\\xff has a name that is not UTF-8/,
    );
  });

  test('a missing path is done already when recursive', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('delete_file_or_dir', { path: 'missing', recursive: true });
    expect(plan.subject).toMatchObject({ files: 0, bytes: 0, sample: [] });
    expect(outcomeOf(await bench.run(plan)).outcome).toBe('done');
    expect(await bench.events('file.changed')).toEqual([]);
  });

  test('is asked anew when something changed or appeared since', async () => {
    await using bench = await fileWorkbench();
    await tree(bench);
    const plan = await bench.plan('delete_file_or_dir', { path: 'dir', recursive: true });
    await bench.put('dir/new.txt', 'new\n');

    const again = planIn(await bench.run(plan));
    expect(again.subject).toMatchObject({ files: 6 });
    await bench.put('dir/a.txt', 'longer\n');
    planIn(await bench.run(again));

    expect(await bench.text('dir/new.txt')).toBe('new\n');
  });

  test('what appears while it is being removed stays, and the ledger says what went and what did not', async () => {
    await using bench = await fileWorkbench();
    await tree(bench);
    const plan = await bench.plan('delete_file_or_dir', { path: 'dir', recursive: true });
    const session = await bench.ledger.session(SESSION);

    const outcome = outcomeOf(
      await bench.run(
        plan,
        {},
        {
          record: async (type, data) => {
            await bench.put('dir/sub/late.txt', 'late\n').catch(() => {});
            return (await session.append(type, data)).id;
          },
        },
      ),
    );

    expect(outcome.outcome).toBe('failed');
    expect(outcome.content).toMatch(/could not be removed completely: ENOTEMPTY.*Part of it is gone/);
    expect(await bench.text('dir/sub/late.txt')).toBe('late\n');
    const undone = (await bench.events('change.undone')).map((event) => event.data.path);
    for (const event of await bench.events('file.changed')) {
      expect([event.data.path, undone.includes(event.data.path)]).toEqual([
        event.data.path,
        await exists(String(event.data.path)),
      ]);
    }
  });

  test('a folder swapped for a link to one outside loses nothing there', async () => {
    await using bench = await fileWorkbench();
    await using outside = await temporaryFolder();
    await tree(bench);
    const plan = await bench.plan('delete_file_or_dir', { path: 'dir', recursive: true });
    const session = await bench.ledger.session(SESSION);
    await bench.run(
      plan,
      {},
      {
        record: async (type, data) => {
          if (!(await exists(`${outside.path}/sub`))) {
            await rename(bench.at('dir/sub'), `${outside.path}/sub`);
            await symlink(`${outside.path}/sub`, bench.at('dir/sub'));
          }
          return (await session.append(type, data)).id;
        },
      },
    );
    expect(await readFile(`${outside.path}/sub/b.txt`, 'utf8')).toBe('bb\n');
  });

  test('more files than are kept or recorded at once all go', async () => {
    await using bench = await fileWorkbench();
    await mkdir(bench.at('many'));
    for (let index = 0; index < 200; index += 1) await bench.put(`many/${index}`, `${index}\n`);
    const plan = await bench.plan('delete_file_or_dir', { path: 'many', recursive: true });
    expect(plan.subject).toMatchObject({ files: 201 });
    expect(outcomeOf(await bench.run(plan)).outcome).toBe('done');
    expect(await bench.events('file.changed')).toHaveLength(201);
    expect(await readdir(bench.path)).toEqual([]);
  });

  test('names of one file (hard links) all go', async () => {
    await using bench = await fileWorkbench();
    await mkdir(bench.at('dir/sub'), { recursive: true });
    await bench.put('dir/a.txt', 'a\n');
    for (const name of ['dir/b.txt', 'dir/sub/c.txt']) await link(bench.at('dir/a.txt'), bench.at(name));
    const plan = await bench.plan('delete_file_or_dir', { path: 'dir', recursive: true });

    expect(outcomeOf(await bench.run(plan))).toEqual({ outcome: 'done', content: 'OK' });
    expect(await readdir(bench.path)).toEqual([]);
    expect(await bench.events('change.undone')).toEqual([]);
  });

  test('that a part is gone is told also where the record cannot be written any more', async () => {
    await using bench = await fileWorkbench();
    await tree(bench);
    const plan = await bench.plan('delete_file_or_dir', { path: 'dir', recursive: true });
    let recorded = 0;
    const record = async (type: string) => {
      if (type !== 'file.changed') throw new AppError('UNAVAILABLE', 'The record cannot be written: the disk is full');
      recorded += 1;
      if (recorded === 1) await bench.put('dir/a.txt', 'written meanwhile\n');
      return `event-${recorded}`;
    };

    const { outcome, content } = outcomeOf(await bench.run(plan, {}, { record }));

    expect(outcome).toBe('failed');
    expect(content).toMatch(
      /could not be removed completely: .*a\.txt has changed since it was kept\. Part of it is gone\./,
    );
    expect(content).toContain('This could not be recorded: The record cannot be written: the disk is full.');
    expect(await readdir(bench.at('dir'))).toEqual(['a.txt']);
  });

  test('what cannot be flushed to the disk is not removed', async () => {
    await using bench = await fileWorkbench();
    await tree(bench);
    const hash = createHash('sha256').update('bb\n').digest('hex');
    // A file where the folder of its bytes would be: they are written, but cannot be put in their place.
    await writeFile(join(bench.ledger.content.folder, hash.slice(0, 2)), '');
    const plan = await bench.plan('delete_file_or_dir', { path: 'dir', recursive: true });

    expect(outcomeOf(await bench.run(plan))).toEqual({
      outcome: 'failed',
      content: expect.stringMatching(/Nothing was removed: .*dir\/sub\/b\.txt could not be kept/),
    });
    expect(await bench.text('dir/sub/b.txt')).toBe('bb\n');
    expect(await bench.events('file.changed')).toEqual([]);
  });

  test('removing what runs code is told', async () => {
    await using bench = await fileWorkbench();
    await mkdir(bench.at('.git'));
    const plan = await bench.plan('delete_file_or_dir', { path: '.git' });
    expect(plan.warnings).toEqual([{ level: 'caution', text: expect.stringContaining('version control') }]);
    await rm(bench.at('.git'), { recursive: true });
  });

  test.each([
    ['z/.vscode/tasks.json', 'changes what runs'],
    ['z/.env', 'may hold credentials'],
  ])('a folder with %s is always asked about, however much else is in it', async (name, why) => {
    await using bench = await fileWorkbench();
    await mkdir(bench.at('dir/z/.vscode'), { recursive: true });
    for (let index = 0; index < 30; index += 1) await bench.put(`dir/a${index}.txt`, 'a\n');
    await bench.put(`dir/${name}`, 'x\n');
    const plan = await bench.plan('delete_file_or_dir', { path: 'dir', recursive: true });
    expect(plan.alwaysAsk).toContain(why);
    expect(plan.warnings).toEqual([{ level: 'caution', text: plan.alwaysAsk }]);
  });
});
