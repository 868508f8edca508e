import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { readAttributes } from '#process/file-attributes';

/** One line for each thing that can be told of an entry, by path: kind, mode, owner, time, names, content, attributes. */
export async function describedFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const names = new Map<string, string>();
  const visit = (path: string) => {
    const whole = `${folder}/${path}`;
    const stat = lstatSync(pathToBytes(whole));
    const key = `${stat.dev}:${stat.ino}`;
    const first = stat.isDirectory() ? path : (names.get(key) ?? path);
    names.set(key, first);
    const content = stat.isFile()
      ? createHash('sha256')
          .update(readFileSync(pathToBytes(whole)))
          .digest('hex')
      : stat.isSymbolicLink()
        ? readlinkSync(pathToBytes(whole), { encoding: 'buffer' }).toString('hex')
        : `${stat.rdev}`;
    const mode = stat.mode.toString(8);
    const mtime = Math.floor(stat.mtimeMs / 1000);
    found.set(path, [mode, stat.uid, stat.gid, mtime, JSON.stringify(first), content].join(' '));
    if (!stat.isDirectory()) return;
    for (const name of readdirSync(pathToBytes(whole), { encoding: 'buffer' }).map(pathFromBytes)) {
      visit(path === '' ? name : `${path}/${name}`);
    }
  };
  visit('');
  const attributes = await readAttributes([...found.keys()].map((path) => `${folder}/${path}`));
  for (const [path, line] of found) {
    const own = attributes?.get(`${folder}/${path}`)?.replaceAll('\n', ' ') ?? '';
    found.set(path, `${line} ${own}`);
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}
