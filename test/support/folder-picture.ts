import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder by its path: kind, permissions, time of a file to the microsecond, and bytes. `isLeftOut` names what is not looked at. */
export function folderPicture(
  folder: string,
  isLeftOut: (name: string) => boolean = () => false,
): Record<string, string> {
  const all: Record<string, string> = {};
  const walk = (at: string, name: string) => {
    const stats = lstatSync(at, { bigint: true });
    const mode = (Number(stats.mode) & 0o7777).toString(8);
    if (stats.isDirectory()) {
      if (name !== '') all[name] = `folder ${mode}`;
      for (const child of readdirSync(at).sort()) {
        if (!isLeftOut(child)) walk(join(at, child), name === '' ? child : `${name}/${child}`);
      }
    } else if (stats.isSymbolicLink()) all[name] = `link ${readlinkSync(at)}`;
    else all[name] = `file ${mode} ${stats.mtimeNs / 1000n} ${readFileSync(at).toString('hex')}`;
  };
  walk(folder, '');
  return all;
}
