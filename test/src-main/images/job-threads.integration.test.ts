import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { openThread } from '#core/threads/worker-thread';
import { bytesOfFile, ImageError, jobsHere } from '#images';
import { JobThreads } from '#images/feature';
import { readEntries } from '../../support/read-entries.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MARKING = { bundle: 'no-such-bundle', source: '../test/fixtures/images/marking-worker.ts' };
const PACKING = { replaces: true, packing: { codec: 'gzip', level: 1 }, secrets: [] } as const;

/** Threads that work with images, a folder of many files, and one of files that take a while. */
async function setUp(idleMs?: number) {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const workers: Worker[] = [];
  const open = () => {
    const worker = openThread(MARKING);
    workers.push(worker);
    return worker;
  };
  const threads = new JobThreads(open, idleMs);
  return {
    at,
    workers,
    run: threads.run,
    threads,
    [Symbol.asyncDispose]: async () => {
      await threads[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function manyFiles(folder: string, count: number): Promise<void> {
  await mkdir(folder);
  for (let number = 0; number < count; number++) await writeFile(join(folder, `${number}.txt`), `file ${number}\n`);
}

async function largeFiles(folder: string): Promise<void> {
  await mkdir(folder);
  for (let count = 0; count < 30; count++) {
    await writeFile(join(folder, `${count}.bin`), Buffer.alloc(2_000_000, `${count} is a part of a large folder `));
  }
}

/** Turns of this thread's loop while something is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => {
    isOver = true;
  });
  return turns;
}

/** Number of the thread that packed an image. */
async function packedBy(image: string): Promise<unknown> {
  using source = bytesOfFile(image);
  const entries = await readEntries(source);
  return entries.flatMap(({ xattrs }) => xattrs?.['user.thread'] ?? [])[0];
}

test('a folder of some thousand files is packed in another thread, and this one is free meanwhile', async () => {
  await using it = await setUp();
  await manyFiles(it.at('many'), 3000);
  const request = { ...PACKING, folder: it.at('many'), output: it.at('many.squashfs') };
  const here = await turnsDuring(jobsHere({})('pack', request, {}));
  // Its start is no part of it.
  await it.run('planPack', { folder: it.at('many') }, {});
  const beside = await turnsDuring(it.run('pack', request, {}));
  expect(await packedBy(request.output)).toBe(`${it.workers[0]?.threadId}`);
  expect(beside).toBeGreaterThan(3 * here);
});

test('what is cancelled on the way ends with its reason, and leaves nothing', async () => {
  await using it = await setUp();
  await largeFiles(it.at('large'));
  const leaving = new AbortController();
  const figures: number[] = [];
  const progress = (...[, all]: [number, number]) => {
    figures.push(all);
    leaving.abort(new Error('nobody waits'));
  };
  const packing = it.run(
    'pack',
    { ...PACKING, folder: it.at('large'), output: it.at('large.squashfs') },
    { signal: leaving.signal, progress },
  );
  await expect(packing).rejects.toThrow('nobody waits');
  expect(figures[0]).toBe(60_000_000);
  expect(await readdir(it.at('.'))).toEqual(['large']);
  const late = it.run('planPack', { folder: it.at('large') }, { signal: leaving.signal });
  await expect(late).rejects.toThrow('nobody waits');
});

test('errors cross with their class, code, text and details', async () => {
  await using it = await setUp();
  await manyFiles(it.at('few'), 3);
  await writeFile(it.at('text.squashfs'), 'no image');
  const missing = await it.run('planPack', { folder: it.at('none') }, {}).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(AppError);
  expect(missing).toMatchObject({ code: 'NOT_FOUND', message: `There is no folder ${it.at('none')}` });
  const gone = await it.run('summary', { path: it.at('none') }, {}).catch((error: unknown) => error);
  expect(gone).toMatchObject({ code: 'NOT_FOUND', detail: { where: it.at('none') } });
  const wrong = await it.run('summary', { path: it.at('text.squashfs') }, {}).catch((error: unknown) => error);
  expect(wrong).toBeInstanceOf(ImageError);
  expect(wrong).toMatchObject({ code: 'INVALID_INPUT', defect: 'not-squashfs' });
  const input = { ...PACKING, folder: it.at('few'), output: it.at('text.squashfs/in/a-file') };
  await expect(it.run('pack', input, {})).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('what is to be recorded first is, and nothing is done where that fails', async () => {
  await using it = await setUp();
  await manyFiles(it.at('few'), 3);
  const image = it.at('few.squashfs');
  await it.run('pack', { ...PACKING, folder: it.at('few'), output: image }, {});
  const request = { path: image, output: it.at('out'), isRaw: true };
  const record = async () => {
    throw new AppError('UNAVAILABLE', 'the disk is full');
  };
  await expect(it.run('unpack', request, { record })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const before: string[][] = [];
  await it.run('unpack', request, { record: async () => void before.push(await readdir(it.at('.'))) });
  expect(before).toEqual([['few', 'few.squashfs']]);
  expect(await readdir(it.at('out'))).toContain('manifest.json');
});

test('a thread that is ended fails its work, leaves nothing of it, and the next work has another', async () => {
  await using it = await setUp();
  await largeFiles(it.at('large'));
  const image = it.at('large.squashfs');
  await writeFile(image, 'the old one');
  const request = { ...PACKING, folder: it.at('large'), output: image };
  let hasPartial = false;
  const progress = () => {
    void readdir(it.at('.')).then(async (names) => {
      hasPartial ||= names.includes('large.squashfs.partial');
      await it.workers[0]?.terminate();
    });
  };
  await expect(it.run('pack', request, { progress })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The thread that works on images has ended',
  });
  expect(hasPartial).toBe(true);
  expect((await readdir(it.at('.'))).sort()).toEqual(['large', 'large.squashfs']);
  expect(await readFile(image, 'utf8')).toBe('the old one');

  await it.run('pack', request, {});
  expect(it.workers).toHaveLength(2);
  const unpacking = it.run(
    'unpack',
    { path: image, output: it.at('out'), isRaw: true },
    {
      progress: () => void it.workers[1]?.terminate(),
    },
  );
  await expect(unpacking).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect((await readdir(it.at('.'))).sort()).toEqual(['large', 'large.squashfs']);
});

test('a thread that crashes says why', async () => {
  await using it = await setUp();
  await mkdir(it.at('folder'));
  await writeFile(it.at('folder/crash'), '');
  const packing = it.run('pack', { ...PACKING, folder: it.at('folder'), output: it.at('a.squashfs') }, {});
  await expect(packing).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The thread that works on images has ended: it stumbles',
  });
  expect(await readdir(it.at('.'))).toEqual(['folder']);
});

test('a short work does not wait behind a long one, threads are few, and end when nothing is to be done', async () => {
  await using it = await setUp(50);
  await manyFiles(it.at('few'), 3);
  const plan = () => it.run('planPack', { folder: it.at('few') }, {});
  await Promise.all(Array.from({ length: 8 }, plan));
  expect(it.workers).toHaveLength(3);
  await expect.poll(() => it.workers.map(({ threadId }) => threadId)).toEqual([-1, -1, -1]);
  expect((await plan()).entries).toBe(4);
});

test('the app that closes cancels what is being done', async () => {
  await using it = await setUp();
  await largeFiles(it.at('large'));
  const request = { ...PACKING, folder: it.at('large'), output: it.at('large.squashfs') };
  const closing: Promise<void>[] = [];
  const progress = () => void (closing.length === 0 && closing.push(it.threads[Symbol.asyncDispose]()));
  await expect(it.run('pack', request, { progress })).rejects.toMatchObject({ code: 'CANCELLED' });
  await Promise.all(closing);
  expect(await readdir(it.at('.'))).toEqual(['large']);
});
