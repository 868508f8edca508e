import { createHash } from 'node:crypto';
import type { ScannedEntry } from '../pack/scan-folder.ts';
import { contentHash } from '../read/describe-entries.ts';
import type { ImageEntry } from '../read/walk-entries.ts';
import { placedContent } from '../rewrite/kept-entries.ts';
import type { Squashfs } from '../squashfs/open-squashfs.ts';
import { ContentGone, type ContentSource, type NewContent, type NewXattr } from '../write/new-entry.ts';
import { isShownXattr } from '../xattr-lines.ts';

const SET_ID = 0o6000;
const PIECE = 1024 * 1024;

/** Whether mode, time and attributes of an entry are those of the image. `shown`: its attributes, where they are compared. */
export function hasSameMetadata(
  { entry }: ScannedEntry,
  { inode }: ImageEntry,
  shown: readonly NewXattr[] | undefined,
): boolean {
  const mode = inode.kind === 'file' ? inode.mode & ~SET_ID : inode.mode;
  const isSameMode = entry.kind === 'link' || entry.mode === mode;
  return isSameMode && entry.mtime === inode.mtime && (!shown || sameXattrs(entry.xattrs, shown));
}

function sameXattrs(one: readonly NewXattr[], other: readonly NewXattr[]): boolean {
  const values = new Map(one.filter(isShownXattr).map(({ name, value }) => [name, value]));
  return values.size === other.length && other.every(({ name, value }) => values.get(name)?.equals(value));
}

/** The content of a file of a folder: blocks of the image where it is that of the base, else the file itself. */
export function contentFrom(image: Squashfs, content: NewContent, base: ImageEntry | undefined): NewContent {
  const file = base?.inode.file;
  if (!base || !file || content.from !== 'source' || content.source.size !== file.size) return content;
  const isSame = file.size === 0 || hashOfSource(content.source) === contentHash(image, base.inode);
  return isSame ? { from: 'image', placed: placedContent(file) } : content;
}

/** SHA-256 of a file; `undefined` if it is gone or has another size by now. */
function hashOfSource(source: ContentSource): string | undefined {
  try {
    using open = source.open();
    if (open.size !== source.size) return undefined;
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.min(PIECE, Math.max(1, source.size)));
    for (let at = 0; at < open.size; ) {
      const count = open.read(buffer.subarray(0, Math.min(buffer.length, open.size - at)), at);
      if (count === 0) return undefined;
      hash.update(buffer.subarray(0, count));
      at += count;
    }
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof ContentGone) return undefined;
    throw error;
  }
}
