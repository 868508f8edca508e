import { shownBytes } from '#core/files/path-bytes';
import type { LeftOutEntry, LeftOutReason } from '../pack/scan-folder.ts';

/** Names in one sentence. */
const SHOWN = 20;

/** A sentence with names behind it; nothing if there are none. */
function remark(what: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  return [`${what}: ${paths.slice(0, SHOWN).map(shownBytes).join(', ')}${more}`];
}

interface WriteOmissions {
  readonly leftOut: readonly LeftOutEntry[];
  readonly tamed: readonly string[];
  readonly unsteady: readonly string[];
}

/**
 * Lists the differences between the image and the folder. @param how how secrets can be packed nevertheless, in
 * brackets after a space
 */
export function remarksOfWriting({ leftOut, tamed, unsteady }: WriteOmissions, how = ''): string[] {
  const of = (wanted: LeftOutReason) => leftOut.filter(({ reason }) => reason === wanted).map(({ path }) => path);
  return [
    ...remark(`Left out, since they may hold secrets${how}`, of('secret')),
    ...remark('Left out, since an image holds no device, pipe or socket', of('special')),
    ...remark('Left out, since they went away meanwhile', of('gone')),
    ...remark('Packed without the bits that let it run as another user', tamed),
    ...remark('Changed each time that it was read, and is packed as it was last', unsteady),
  ];
}

/** Result of unpacking. */
interface UnpackOmissions {
  readonly leftOut: readonly string[];
  readonly tamed: readonly string[];
  readonly withoutXattrs: number;
}

/** Lists what a folder lacks of the layer that it was taken from. */
export function remarksOfTaking({ leftOut, tamed, withoutXattrs }: UnpackOmissions): string[] {
  return [
    ...remark('Left out, since no device, pipe or socket is made from an image', leftOut),
    ...remark('Unpacked without the bits that let it run as another user', tamed),
    ...(withoutXattrs > 0 ? [`Extended attributes of ${withoutXattrs} entries are left out`] : []),
  ];
}
