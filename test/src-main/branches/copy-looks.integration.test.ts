import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CopyLooks } from '../../../src-main/branches/copy/copy-looks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the looks at a copy say what changed between them, in bytes of files and by name', async () => {
  await using root = await temporaryFolder();
  const { workspace, folder, baseFile } = await places(root.path);
  await using looks = new CopyLooks();

  expect(await looks.before(workspace)).toBe(3);
  await writeFile(join(workspace, 'new.txt'), 'more');
  expect(await looks.after({ workspace, folder, baseFile, problem: 'cp said this' })).toMatchObject({
    entries: 0,
    changedWhileCopied: ['new.txt'],
    missing: ['a.txt could not be copied: it may not be readable'],
    repositories: [],
  });
});

test('looks that are cancelled, or fail, say why', async () => {
  await using root = await temporaryFolder();
  const { workspace, folder, baseFile } = await places(root.path);
  const cancel = new AbortController();
  await using cancelled = new CopyLooks(cancel.signal);
  const looking = cancelled.before(workspace);
  cancel.abort(new Error('No longer wanted'));
  await expect(looking).rejects.toThrow('No longer wanted');
  await expect(cancelled.before(workspace)).rejects.toThrow('No longer wanted');

  await using looks = new CopyLooks();
  const nowhere = join(baseFile, 'base.jsonl');
  await writeFile(baseFile, 'a file');
  await expect(looks.after({ workspace, folder, baseFile: nowhere, problem: undefined })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^The branch cannot be made: ENOTDIR/),
  });
});

async function places(root: string) {
  const [workspace, folder] = [join(root, 'work'), join(root, 'copy')];
  await mkdir(workspace);
  await mkdir(folder);
  await writeFile(join(workspace, 'a.txt'), 'one');
  return { workspace, folder, baseFile: join(root, 'base.jsonl') };
}
