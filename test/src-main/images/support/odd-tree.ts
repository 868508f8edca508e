import { execFileSync } from 'node:child_process';
import { chmod, chown, link, lutimes, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noise } from './model-tree.ts';

/** Fills a folder with what is hard to pack: odd names, links, holes, owners, times, attributes, many and large files. */
export async function oddTree(folder: string): Promise<void> {
  await mkdir(join(folder, 'a/b/empty'), { recursive: true });
  await writeFile(join(folder, 'program'), (await readFile(process.execPath)).subarray(0, 700_000));
  await chmod(join(folder, 'program'), 0o755);
  await writeFile(join(folder, 'a/text'), 'words and more words\n'.repeat(30_000));
  await writeFile(join(folder, 'a/noise'), noise(1, 300_000));
  await writeFile(join(folder, 'a/hole'), Buffer.concat([Buffer.alloc(400_000), Buffer.from('end')]));
  await writeFile(join(folder, 'a/zeros'), Buffer.alloc(262_144));
  await writeFile(join(folder, 'a/b/nothing'), '');
  for (let at = 0; at < 700; at++)
    await writeFile(join(folder, 'a/b', `${'x'.repeat(at % 40)}${at}`), `${at}\n`.repeat(at));
  await writeFile(join(folder, ' odd\nname,:"'), 'odd');
  await writeFile(Buffer.concat([Buffer.from(join(folder, 'a/')), Buffer.from([0xff, 0x41, 0x80])]), 'bytes');
  await link(join(folder, 'a/text'), join(folder, 'twin'));
  await link(join(folder, 'a/b/0'), join(folder, 'a/b/seven'));
  await symlink('../a', join(folder, 'a/back'));
  await symlink('nowhere', join(folder, 'broken'));
  await chmod(join(folder, 'a/b', `${'x'.repeat(12)}12`), 0o600);
  await chmod(join(folder, 'a/b/empty'), 0o2775);
  await utimes(join(folder, 'a/noise'), 1_000_000_000, 1_000_000_000);
  await lutimes(join(folder, 'a/back'), 1_100_000_000, 1_100_000_000);
  execFileSync('setfattr', ['-n', 'user.note', '-v', 'said', join(folder, 'a/text')]);
  execFileSync('setfattr', ['-n', 'user.empty', join(folder, 'a')]);
  if (process.getuid?.() !== 0) return;
  await chown(join(folder, 'a/b', `${'x'.repeat(13)}13`), 1234, 4_000_000_000);
  execFileSync('setfattr', ['-h', '-n', 'trusted.of-link', '-v', 'x', join(folder, 'broken')]);
}
