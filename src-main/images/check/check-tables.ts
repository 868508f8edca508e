import { fragmentAt } from '../squashfs/file-data.ts';
import type { Squashfs } from '../squashfs/open-squashfs.ts';
import { referenceAt } from '../squashfs/superblock.ts';
import type { XattrTable } from '../squashfs/xattrs.ts';
import type { ImageFindings } from './findings.ts';

const BREATH = 5000;
/** Sets of attributes do not lie over each other; a little more is allowed than their table can hold. */
const OVERLAP = 2;

/** Looks at every record of the tables that stand beside inodes and folders, also where nothing leads to it. @throws ImageError `table` */
export function* checkTables(image: Squashfs, findings: ImageFindings): Generator<void> {
  const { owners, fragments, exports, inodes, xattrs } = image;
  yield* each(owners.count, (number) => findings.within(() => owners.record(number)));
  yield* each(fragments.count, (number) => findings.within(() => fragmentAt(image, number)));
  if (exports) {
    yield* each(exports.count, (number) => {
      findings.within(() => {
        const { block, offset } = referenceAt(exports.record(number), 0);
        inodes.read(block, offset);
      });
    });
  }
  if (xattrs) yield* checkXattrs(xattrs, findings);
}

function* checkXattrs(xattrs: XattrTable, findings: ImageFindings): Generator<void> {
  const seen = new Set<string>();
  let bytes = 0;
  yield* each(xattrs.count, (number) => {
    findings.within(() => {
      const set = xattrs.set(number);
      const key = `${set.block}:${set.offset}:${set.count}`;
      if (seen.has(key)) return;
      seen.add(key);
      for (const { size } of xattrs.read(set)) {
        bytes += size;
        if (bytes > OVERLAP * xattrs.capacity) throw xattrs.outside();
      }
    });
  });
}

function* each(count: number, look: (number: number) => unknown): Generator<void> {
  for (let number = 0; number < count; number++) {
    look(number);
    if (number % BREATH === BREATH - 1) yield;
  }
}
