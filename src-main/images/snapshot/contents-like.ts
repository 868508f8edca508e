import { contentHash } from '../read/describe-entries.ts';
import type { OpenImage } from '../read/open-image.ts';
import { walkEntries } from '../read/walk-entries.ts';
import { placedContent } from '../rewrite/kept-entries.ts';
import type { NewFolder, PlacedContent } from '../write/new-entry.ts';
import { someFilesOf } from '../write/tree-numbers.ts';

/** Most bytes of an image that are unpacked to find files in it that equal new ones. */
const MAX_SEARCHED = 256 * 1024 * 1024;

/** Contents of an image by their hash, of those as large as a new file of the tree: a file that was moved is there already. @throws ImageError */
export function contentsLike({ image }: OpenImage, tree: NewFolder): ReadonlyMap<string, PlacedContent> {
  const sizes = newSizes(tree);
  const known = new Map<string, PlacedContent>();
  const seen = new Set<number>();
  let left = MAX_SEARCHED;
  if (sizes.size === 0) return known;
  for (const { inode, key } of walkEntries(image)) {
    const { file } = inode;
    if (!file || !sizes.has(file.size) || seen.has(key)) continue;
    seen.add(key);
    left -= file.size;
    if (left < 0) break;
    known.set(contentHash(image, inode), placedContent(file));
  }
  return known;
}

function newSizes(tree: NewFolder): ReadonlySet<number> {
  const sizes = new Set<number>();
  for (const { content } of someFilesOf(tree)) {
    if (content.from === 'source' && content.source.size > 0) sizes.add(content.source.size);
  }
  return sizes;
}
