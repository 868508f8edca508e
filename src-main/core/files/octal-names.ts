import { pathFromBytes, pathToBytes } from './path-bytes.ts';

/**
 * Escapes a name as setfattr(1) reads it: bytes that are not plain, a backslash and `=`, which ends the name of an attribute,
 * stand as a backslash and three octal digits.
 */
export function escapeOctal(name: string): string {
  return [...Buffer.from(pathToBytes(name))]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      const isPlain = byte > 0x20 && byte < 0x7f && !'\\='.includes(character);
      return isPlain ? character : `\\${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');
}

/** Reads a name as getfattr(1) prints it; each of its bytes is given as a character. */
export function unescapeOctal(printed: string): string {
  const bytes = printed.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
  return pathFromBytes(Buffer.from(bytes, 'latin1'));
}
