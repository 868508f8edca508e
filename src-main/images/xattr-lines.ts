import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
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
    const bytes = name.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
    return { name: pathFromBytes(Buffer.from(bytes, 'latin1')), value: Buffer.from(hex, 'hex') };
  });
}

/** Formats attributes as the lines that `xattrsIn` parses. */
export function xattrLines(xattrs: readonly NewXattr[]): string {
  return xattrs.map(({ name, value }) => `${escapeName(name)}=0x${value.toString('hex')}`).join('\n');
}

/** Bytes that are not plain stand as a backslash and three octal digits. */
function escapeName(name: string): string {
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;
  return [...Buffer.from(pathToBytes(name))]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f && !'\\='.includes(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : octal(byte),
    )
    .join('');
}

/** The attributes that a folder shows of an image: those that programs of a user give. */
export function isShownXattr({ name }: NewXattr): boolean {
  return name.startsWith('user.') && !isOfOverlay(name);
}

/** Whether overlay keeps the attribute for itself. */
export function isOfOverlay(name: string): boolean {
  return /^(?:(?:trusted|user)\.overlay\.|user\.fuseoverlayfs\.)/.test(name);
}
