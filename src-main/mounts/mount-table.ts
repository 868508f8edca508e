import { readFile } from 'node:fs/promises';
import { pathFromBytes } from '#core/files/path-bytes';

export interface MountPoint {
  /** Path at which it is visible; bytes that are not UTF-8 as lone surrogates. */
  readonly place: string;
  readonly kind: string;
  readonly options: readonly string[];
}

/** Reads the mount points, in the order of mounting; empty outside Linux. */
export async function readMountTable(): Promise<readonly MountPoint[]> {
  if (process.platform !== 'linux') return [];
  return parseMountTable(await readFile('/proc/self/mountinfo'));
}

/** Lines of `id parent dev root place options … - kind source options` (proc(5)). */
export function parseMountTable(bytes: Buffer): readonly MountPoint[] {
  return pathFromBytes(bytes)
    .split('\n')
    .flatMap((line) => {
      const [before = '', after = ''] = line.split(' - ');
      const [, , , , place, options = ''] = before.split(' ');
      const [kind = ''] = after.split(' ');
      return place === undefined ? [] : [{ place: withoutOctal(place), kind, options: options.split(',') }];
    });
}

/** Whether something is mounted exactly there. */
export async function isMountPoint(path: string): Promise<boolean> {
  return (await readMountTable()).some(({ place }) => place === path);
}

/** Blanks, line ends and backslashes stand there in octal. */
function withoutOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
