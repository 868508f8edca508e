import { shownBytes } from '#core/files/path-bytes';

/** Escapes text, so that nothing in an image, a folder or a model's words can control a terminal, or begin a line. */
export function printableText(text: string): string {
  return shownBytes(text).replace(/\p{C}/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
}
