import type { SimpleCommand } from '#shell-analysis';
import { programOf } from '../program-of.ts';
import type { BanReason } from './finding.ts';

/** Disks, their partitions, and memory. */
const DEVICE =
  /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z*?[]|nvme|mmcblk|loop\d|md\d|dm-|nbd|sr\d|zram|ram\d|mapper\/|disk\/|block\/|mtd|pmem|mem$|kmem$|port$|rdisk|disk\d)/;

/** Beginning of a text that is an absolute path without its quotes. */
const MAY_BE_ABSOLUTE = /^["'\\/]/;

const FORMATTERS = new Set(
  `mkfs mke2fs mkswap mkdosfs mkntfs wipefs blkdiscard sgdisk sfdisk fdisk cfdisk gdisk parted badblocks pvcreate cryptsetup hdparm
  nvme shred dd tee cp mv truncate install rsync ddrescue dcfldd scrub wipe srm rm ln mdadm zpool`.split(/\s+/),
);
/** Options and sub-commands that only list. */
const LISTING = /^(-l|--list|-I|-g|-t|list|print|status|-n|--no-act)$/;

/** Writing over a disk, a partition or the memory. */
export function deviceWrite(part: SimpleCommand): BanReason | undefined {
  const { redirections } = part;
  const redirected =
    redirections.length === 0
      ? undefined
      : redirections.find(
          ({ operator, target }) => operator.includes('>') && isDevice(target?.literal ?? target?.text),
        );
  if (redirected) return reason(redirected.target?.text ?? '');
  const program = programOf(part) ?? '';
  if (!FORMATTERS.has(program) && !(program.startsWith('mkfs.') && /^mkfs\..+$/.test(program))) return undefined;
  const words = part.words.slice(1).map(({ literal, text }) => literal ?? text);
  if (words.some((word) => LISTING.test(word)) && !/^(dd|shred|tee|cp|mv|wipefs|mkfs.*)$/.test(program))
    return undefined;
  const written = writtenDevices(program, words).find(isDevice);
  return written === undefined ? undefined : reason(written);
}

function writtenDevices(program: string, words: readonly string[]): readonly string[] {
  if (program === 'dd' || program === 'dcfldd')
    return words.filter((word) => word.startsWith('of=')).map((word) => word.slice(3));
  // Copying from a disk reads it.
  if (/^(cp|rsync|install|ddrescue|ln)$/.test(program)) return words.slice(-1);
  return words.map((word) => word.replace(/^--?[a-z-]+=/, ''));
}

const isDevice = (path: string | undefined): boolean =>
  path !== undefined &&
  MAY_BE_ABSOLUTE.test(path) &&
  DEVICE.test(path.replaceAll(/["'\\]/g, '').replaceAll(/\/+(\.\/)*/g, '/'));

const reason = (path: string): BanReason => ({ rule: 'block device', why: `It would write over ${path}` });
