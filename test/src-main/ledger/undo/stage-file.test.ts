import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileState } from '#contract';
import { OpenFolders } from '../../../../src-main/ledger/undo/open-folders.ts';
import type { PathWork } from '../../../../src-main/ledger/undo/path-work.ts';
import { stageFile } from '../../../../src-main/ledger/undo/stage-file.ts';
import { setUp } from '../undo-box.ts';

test('a large file is staged though its folder is closed for hundreds of others while it is copied', async () => {
  await using box = await setUp();
  using folders = new OpenFolders();
  const bytes = Buffer.alloc(300 * 1024, 'x');
  const { content } = box.ledger;
  const wanted: FileState = { kind: 'file', hash: await content.keep(bytes), size: bytes.length, mode: 0o644 };
  const others = Array.from({ length: 250 }, (_, number) => box.inside(`folder-${number}`));
  await mkdir(box.inside('own'));
  for (const other of others) await mkdir(other);
  const temporary = box.inside('own/staged');
  const goal = { event: 'e', changes: ['e'], path: box.inside('own/file'), expected: undefined, wanted };
  const work = { action: 'make', temporary, goal, view: { place: { kind: 'folder' } } } as unknown as PathWork;
  const busy = {
    readNow: content.readNow.bind(content),
    copyTo: async (...copied: Parameters<typeof content.copyTo>) => {
      await content.copyTo(...copied);
      for (const other of others) folders.at(join(other, 'file'));
    },
  } as unknown as typeof content;
  expect(await stageFile(work, { folders, content: busy })).toEqual({ remark: undefined });
  expect(await readFile(temporary)).toEqual(bytes);
});
