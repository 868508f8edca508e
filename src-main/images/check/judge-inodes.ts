import { ImageError } from '../image-error.ts';
import { tailOf, wholeBlocks } from '../squashfs/file-data.ts';
import type { FileContent, Inode } from '../squashfs/inode.ts';
import { inodeAt, ownerAt, type Squashfs } from '../squashfs/open-squashfs.ts';
import type { InodeReference } from '../squashfs/superblock.ts';
import type { ImageFindings } from './findings.ts';
import type { ImageLimits } from './limits.ts';

const SET_ID = 0o6000;
/** Most bytes of what a link says: a zero follows in Linux's page. */
const MAX_TARGET = 4095;
/** Inodes do not lie over each other; a little more is allowed than their table can hold. */
const OVERLAP = 2;

/** Looks at each inode once, however many names it has. */
export class InodeJudge {
  readonly #image: Squashfs;
  readonly #findings: ImageFindings;
  readonly #limits: ImageLimits;
  /** Whether each inode is a folder, by its position. */
  readonly #judged = new Map<number, boolean>();
  /** The places of files, for those who look at their contents later. */
  readonly files: InodeReference[] = [];
  /** Bytes that a fragment must come to. */
  readonly fragmentBytes = new Map<number, number>();
  /** Position behind the last block that a file names. */
  dataEnd = 0;
  #fileBytes = 0;
  #inodeBytes = 0;

  constructor(image: Squashfs, findings: ImageFindings, limits: ImageLimits) {
    this.#image = image;
    this.#findings = findings;
    this.#limits = limits;
  }

  /** Whether it is a folder. @throws ImageError `table` */
  judge(reference: InodeReference, path: () => string): boolean {
    const key = inodeKey(reference);
    const known = this.#judged.get(key);
    if (known !== undefined) return known;
    const inode = this.#findings.within(() => inodeAt(this.#image, reference));
    this.#judged.set(key, inode?.kind === 'dir');
    if (inode) this.#look(inode, { reference, path });
    return inode?.kind === 'dir';
  }

  #look(inode: Inode, { reference, path }: { reference: InodeReference; path: () => string }): void {
    this.#inodeBytes += inode.bytes;
    if (this.#inodeBytes > OVERLAP * this.#image.inodes.capacity) throw this.#image.inodes.outside();
    this.#findings.within(() => ownerAt(this.#image, inode.uid));
    this.#findings.within(() => ownerAt(this.#image, inode.gid));
    if (inode.xattrs !== undefined && inode.xattrs >= (this.#image.xattrs?.count ?? 0)) {
      throw new ImageError('table', `${path()} names attributes that the image does not have`);
    }
    if (inode.target && !isTarget(inode.target))
      throw new ImageError('table', `${path()} is a link that no system can make`);
    if (inode.kind === 'block' || (inode.kind === 'char' && inode.device !== 0)) {
      this.#findings.note('device', `${path()} is a device`);
    }
    if (inode.file) this.#lookAtFile(inode, inode.file, path);
    if (inode.file) this.files.push(reference);
  }

  #lookAtFile(inode: Inode, file: FileContent, path: () => string): void {
    if ((inode.mode & SET_ID) !== 0) {
      this.#findings.note('setuid', `${path()} would run as another user (setuid or setgid)`);
    }
    this.#fileBytes += file.size;
    if (this.#fileBytes > this.#limits.bytes) {
      this.#findings.note('bytes', `The files of the image come to more than ${this.#limits.bytes} bytes`);
    }
    this.#findings.within(() => {
      if (file.blockCount > 0) {
        for (const { start, size } of wholeBlocks(this.#image, file))
          this.dataEnd = Math.max(this.dataEnd, start + size);
      }
      const tail = tailOf(this.#image, file);
      if (!tail || !file.fragment) return;
      const { number } = file.fragment;
      const least = Math.max(this.fragmentBytes.get(number) ?? 0, tail.from + tail.length);
      this.fragmentBytes.set(number, least);
    });
  }
}

function isTarget(target: Buffer): boolean {
  return target.length > 0 && target.length <= MAX_TARGET && !target.includes(0);
}

/** One number for the place of an inode. */
export function inodeKey({ block, offset }: InodeReference): number {
  return block * 65_536 + offset;
}
