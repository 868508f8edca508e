import { remarksOfTaking, remarksOfWriting } from '#images';
import { printableText } from '../printable-text.ts';
import type { Output } from './image-command.ts';

/** Longest lists of what was left out. */
const SHOWN = 20;

/** Names paths behind a sentence; nothing if there are none. */
export function sayPaths(stderr: Output, what: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  stderr.write(`${what}: ${paths.slice(0, SHOWN).map(printableText).join(', ')}${more}\n`);
}

/** Says what of a folder is not in the image as it is there. */
export function sayLeftOut(stderr: Output, written: Parameters<typeof remarksOfWriting>[0]): void {
  sayRemarks(stderr, remarksOfWriting(written, ' (--include-secrets <path>, or all)'));
}

/** Says what a folder lacks of the layer that was unpacked into it. */
export function sayTaken(stderr: Output, taken: Parameters<typeof remarksOfTaking>[0]): void {
  sayRemarks(stderr, remarksOfTaking(taken));
}

function sayRemarks(stderr: Output, remarks: readonly string[]): void {
  for (const remark of remarks) stderr.write(`${printableText(remark)}\n`);
}
