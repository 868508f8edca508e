import { writeFileSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { applyWork } from '../../../../src-main/ledger/undo/apply-work.ts';
import { DiskView } from '../../../../src-main/ledger/undo/disk-view.ts';
import { OpenFolders } from '../../../../src-main/ledger/undo/open-folders.ts';
import type { PathWork } from '../../../../src-main/ledger/undo/path-work.ts';
import { setUp } from '../undo-box.ts';

test('what stepped aside and cannot go back is left in the journal, which has its name', async () => {
  await using box = await setUp();
  using folders = new OpenFolders();
  const { content } = box.ledger;
  const path = box.inside('place');
  await mkdir(path);
  const wanted = { kind: 'file', size: 1, mode: 0o644 } as const;
  const work: PathWork = {
    goal: { event: 'e', changes: ['e'], path, expected: undefined, wanted, isConfirmed: false },
    view: await new DiskView(folders, content).look(path),
    verdict: { kind: 'restore' },
    action: 'make',
    aside: box.inside('aside'),
    // Somebody takes the place while the folder is aside, and there is nothing to take it either.
    get temporary() {
      writeFileSync(path, 'taken');
      return box.inside('gone');
    },
  };
  const { failed, hasLeftovers } = await applyWork([work], { folders, content, attributes: undefined });
  expect([...failed.keys()]).toEqual([path]);
  expect(hasLeftovers).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('taken');
});

test('a file that came into a folder which was gone when it was looked at is not replaced', async () => {
  await using box = await setUp();
  using folders = new OpenFolders();
  const { content } = box.ledger;
  const [path, temporary] = [box.inside('gone/place'), box.inside('temporary')];
  const wanted = { kind: 'file', size: 3, mode: 0o644 } as const;
  const work: PathWork = {
    goal: { event: 'e', changes: ['e'], path, expected: undefined, wanted, isConfirmed: false },
    view: await new DiskView(folders, content).look(path),
    verdict: { kind: 'restore' },
    action: 'make',
    temporary,
  };
  await writeFile(temporary, 'old');
  await mkdir(box.inside('gone'));
  await writeFile(path, 'made meanwhile');

  const { failed } = await applyWork([work], { folders, content, attributes: undefined });

  expect(failed.get(path)?.why).toBe('it was changed while it was being restored');
  expect(await readFile(path, 'utf8')).toBe('made meanwhile');
});

test('permissions and times are not given to what a link leads to that came in the place of a file', async () => {
  await using box = await setUp();
  using folders = new OpenFolders();
  const { content } = box.ledger;
  const [path, other] = [box.inside('place'), box.inside('other')];
  await writeFile(path, 'same');
  await writeFile(other, 'another');
  await chmod(other, 0o600);
  const wanted = { kind: 'file', size: 4, mode: 0o666, mtimeNs: '1700000000000000000' } as const;
  const work: PathWork = {
    goal: { event: 'e', changes: ['e'], path, expected: undefined, wanted, isConfirmed: false },
    view: await new DiskView(folders, content).look(path),
    verdict: { kind: 'restore' },
    action: 'metadata',
  };
  await unlink(path);
  await symlink(other, path);

  const { failed } = await applyWork([work], { folders, content, attributes: undefined });

  expect(failed.get(path)?.why).toBe('it was changed while it was being restored');
  const { mode, mtimeMs } = await stat(other);
  expect(mode & 0o777).toBe(0o600);
  expect(mtimeMs).toBeGreaterThan(1_700_000_000_000);
});
