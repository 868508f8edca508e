import { checkImage } from '../../src-main/images/check/check-image.ts';
import { type ImageDefect, ImageError } from '../../src-main/images/image-error.ts';
import { type DescribedEntry, describeEntries } from '../../src-main/images/read/describe-entries.ts';
import type { ByteSource } from '../../src-main/images/squashfs/byte-source.ts';
import { openSquashfs } from '../../src-main/images/squashfs/open-squashfs.ts';

/** Defects that prevent an image from being read; names, devices and modes do not. */
const UNREADABLE: readonly ImageDefect[] = ['not-squashfs', 'truncated', 'codec', 'table', 'loop', 'entries', 'data'];

/** Reads all entries of an image, whatever they are; for inspection, not for unpacking. @throws ImageError */
export async function readEntries(source: ByteSource): Promise<readonly DescribedEntry[]> {
  const { findings } = await checkImage(source, { data: false, limits: { bytes: Infinity, depth: Infinity } });
  const wrong = findings.find(({ defect }) => UNREADABLE.includes(defect));
  if (wrong) throw new ImageError(wrong.defect, wrong.message);
  return [...describeEntries(await openSquashfs(source))];
}
