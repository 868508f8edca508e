import { isUtf8 } from 'node:buffer';

/** Bytes of an image for JSON: text where they are UTF-8, else all of them as hexadecimal digits. */
export type TextOrHex = string | { readonly hex: string };

export function textOrHex(bytes: Buffer): TextOrHex {
  return isUtf8(bytes) ? bytes.toString('utf8') : { hex: bytes.toString('hex') };
}
