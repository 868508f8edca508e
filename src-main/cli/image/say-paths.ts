import { shownBytes } from '#core/path-bytes';
import type { LeftOut } from '#images';
import type { Output } from './image-command.ts';

/** Longest lists of what was left out. */
const SHOWN = 20;

/** Names paths behind a sentence; nothing where there are none. */
export function sayPaths(stderr: Output, what: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  stderr.write(`${what}: ${paths.slice(0, SHOWN).map(shownText).join(', ')}${more}\n`);
}

/** Nothing that an image or a folder says may steer a terminal. */
export function shownText(text: string): string {
  return shownBytes(text).replace(/\p{C}/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
}

interface Written {
  readonly leftOut: readonly LeftOut[];
  readonly tamed: readonly string[];
  readonly unsteady: readonly string[];
}

/** Says what of a folder is not in the image as it is there. */
export function sayLeftOut(stderr: Output, { leftOut, tamed, unsteady }: Written): void {
  const of = (wanted: string) => leftOut.filter(({ reason }) => reason === wanted).map(({ path }) => path);
  sayPaths(stderr, 'Left out, since they may hold secrets (--include-secrets <path>, or all)', of('secret'));
  sayPaths(stderr, 'Left out, since an image holds no device, pipe or socket', of('special'));
  sayPaths(stderr, 'Left out, since they went away meanwhile', of('gone'));
  sayPaths(stderr, 'Packed without the bits that let it run as another user', tamed);
  sayPaths(stderr, 'Changed each time that it was read, and is packed as it was last', unsteady);
}
