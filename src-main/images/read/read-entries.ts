import { checkImage } from '../check/check-image.ts';
import { type ImageDefect, ImageError } from '../image-error.ts';
import type { ByteSource } from '../squashfs/byte-source.ts';
import { openSquashfs } from '../squashfs/open-squashfs.ts';
import { type DescribedEntry, describeEntries } from './describe-entries.ts';

/** Defects that prevent an image from being read; names, devices and modes do not. */
const UNREADABLE: readonly ImageDefect[] = ['not-squashfs', 'truncated', 'codec', 'table', 'loop', 'entries', 'data'];

/** Reads all entries of an image, whatever they are; for inspection, not for unpacking. @throws ImageError */
export async function readEntries(source: ByteSource): Promise<readonly DescribedEntry[]> {
  const { findings } = await checkImage(source, { data: false, limits: { bytes: Infinity, depth: Infinity } });
  const wrong = findings.find(({ defect }) => UNREADABLE.includes(defect));
  if (wrong) throw new ImageError(wrong.defect, wrong.message);
  return [...describeEntries(await openSquashfs(source))];
}
