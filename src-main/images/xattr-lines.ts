import { escapeOctal, unescapeOctal } from '#core/files/octal-names';
import type { NewXattr } from './write/new-entry.ts';

/** Extended attributes by path, each file's as lines `name=0x…`; `undefined` if they cannot be read. */
export type ReadXattrs = (paths: readonly string[]) => Promise<ReadonlyMap<string, string> | undefined>;

/** Sets the attributes of files that have none, given as `ReadXattrs` gives them. Answers why that failed, by path. */
export type WriteXattrs = (lines: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, string>>;

/** Parses attributes as `getfattr --dump --encoding=hex` prints them. */
export function xattrsIn(lines: string): NewXattr[] {
  return lines.split('\n').flatMap((line) => {
    const [, name, hex = ''] = /^([^=]+)=?(?:0x([0-9a-f]*))?$/i.exec(line) ?? [];
    if (name === undefined) return [];
    return { name: unescapeOctal(name), value: Buffer.from(hex, 'hex') };
  });
}

/** Formats attributes as the lines that `xattrsIn` parses. */
export function xattrLines(xattrs: readonly NewXattr[]): string {
  return xattrs.map(({ name, value }) => `${escapeOctal(name)}=0x${value.toString('hex')}`).join('\n');
}

/** The attributes that a folder shows of an image: those that programs of a user give. */
export function isShownXattr({ name }: NewXattr): boolean {
  return name.startsWith('user.') && !isOfOverlay(name);
}

/** Whether overlay keeps the attribute for itself. */
export function isOfOverlay(name: string): boolean {
  return /^(?:(?:trusted|user)\.overlay\.|user\.fuseoverlayfs\.)/.test(name);
}
