import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function keptFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'content'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('bytes are kept once under their hash, in a private file', async () => {
  await using ledger = await temporaryLedger();
  const hash = await ledger.content.keep(Buffer.from('hello'));
  expect(hash).toBe(sha256('hello'));
  expect(await ledger.content.keep(Buffer.from('hello'))).toBe(hash);
  const path = join(ledger.folder, 'content', hash.slice(0, 2), hash);
  expect(await readFile(path, 'utf8')).toBe('hello');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await keptFiles(ledger.folder)).toEqual([hash]);
});

test('the same bytes from many callers at once are one file, whether flushed now or later', async () => {
  await using ledger = await temporaryLedger();
  const settle = (n: number) => ({ settle: n % 2 === 0 ? 'now' : 'later' }) as const;
  const hashes = await Promise.all(
    Array.from({ length: 40 }, (_, n) => ledger.content.keep(Buffer.from('same'), settle(n))),
  );
  expect(new Set(hashes)).toEqual(new Set([sha256('same')]));
  await ledger.content.settle();
  expect(await keptFiles(ledger.folder)).toEqual([sha256('same')]);
  expect((await ledger.content.read(sha256('same'))).toString()).toBe('same');
});

test('bytes can be read at any moment while they are being settled', async () => {
  await using ledger = await temporaryLedger();
  const all = Array.from({ length: 200 }, (_, n) => Buffer.from(`content ${n}`));
  const hashes = await Promise.all(all.map((bytes) => ledger.content.keep(bytes, { settle: 'later' })));
  const settling = ledger.content.settle();
  for (const [n, hash] of hashes.entries()) expect((await ledger.content.read(hash)).toString()).toBe(`content ${n}`);
  await settling;
  expect(await readdir(join(ledger.folder, 'content', 'incoming'))).toEqual([]);
});

test('an empty file and one of several megabytes are kept whole', async () => {
  await using ledger = await temporaryLedger();
  await using folder = await temporaryFolder();
  const large = Buffer.alloc(5_300_001, 'abcdefg');
  await writeFile(join(folder.path, 'large'), large);
  await writeFile(join(folder.path, 'empty'), '');
  expect(await ledger.content.keepFile(join(folder.path, 'large'))).toEqual({
    hash: sha256(large),
    size: large.length,
  });
  expect(await ledger.content.keepFile(join(folder.path, 'large'))).toEqual({
    hash: sha256(large),
    size: large.length,
  });
  expect(await ledger.content.keepFile(join(folder.path, 'empty'))).toEqual({ hash: sha256(''), size: 0 });
  expect((await ledger.content.read(sha256(large))).equals(large)).toBe(true);
  expect((await keptFiles(ledger.folder)).sort()).toEqual([sha256(large), sha256('')].sort());
});

test('a file that grows while it is kept is kept as some moment saw it, under the hash of just that', async () => {
  await using ledger = await temporaryLedger();
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'growing');
  await writeFile(path, Buffer.alloc(8_000_000, 'x'));
  let isDone = false;
  const growing = (async () => {
    while (!isDone) await appendFile(path, 'more');
  })();
  const { hash, size } = await ledger.content.keepFile(path);
  isDone = true;
  await growing;
  const kept = await ledger.content.read(hash);
  expect(kept.length).toBe(size);
});

test('links are not followed and folders are not kept', async () => {
  await using ledger = await temporaryLedger();
  await using folder = await temporaryFolder();
  await symlink('/etc/hostname', join(folder.path, 'link'));
  await expect(ledger.content.keepFile(join(folder.path, 'link'))).rejects.toThrow('ELOOP');
  await expect(ledger.content.keepFile(folder.path)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(ledger.content.keepFile(join(folder.path, 'none'))).rejects.toThrow('ENOENT');
});

test.each(['keep', 'keepFile'] as const)('what was damaged on the disk is kept anew by %s', async (how) => {
  await using ledger = await temporaryLedger();
  await using folder = await temporaryFolder();
  for (const bytes of [Buffer.from('precious'), Buffer.alloc(3_000_000, 'p')]) {
    const path = join(folder.path, 'a');
    await writeFile(path, bytes);
    const hash = await ledger.content.keep(bytes);
    // Of the same length, as what a disk forgets often is.
    await writeFile(join(ledger.folder, 'content', hash.slice(0, 2), hash), Buffer.alloc(bytes.length));
    await expect(ledger.content.read(hash)).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    await (how === 'keep' ? ledger.content.keep(bytes) : ledger.content.keepFile(path));

    expect((await ledger.content.read(hash)).equals(bytes)).toBe(true);
  }
});

test('what is not kept is not found, and a hash names nothing else', async () => {
  await using ledger = await temporaryLedger();
  expect(await ledger.content.has('0'.repeat(64))).toBe(false);
  await expect(ledger.content.read('0'.repeat(64))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(ledger.content.read('../../etc/passwd')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('copies that a crash cut short are swept away at a later start', async () => {
  await using ledger = await temporaryLedger();
  const old = join(ledger.folder, 'content', 'incoming', 'half-a-copy');
  await writeFile(old, 'ha');
  await utimes(old, new Date(0), new Date(0));
  await writeFile(join(ledger.folder, 'content', 'incoming', 'of-just-now'), 'ha');
  await ledger.reopen();
  expect(await readdir(join(ledger.folder, 'content', 'incoming'))).toEqual(['of-just-now']);
});
