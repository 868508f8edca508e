import {
  CODEC_OPTIONS,
  EXPORTABLE,
  type InodeReference,
  MAGIC,
  NO_TABLE,
  SUPERBLOCK_SIZE,
} from '../squashfs/superblock.ts';
import { referenceValue } from './reference-value.ts';

const DUPLICATES_ONCE = 0x40;
const NO_XATTRS = 0x200;

/** Fields of the first 96 bytes of an image; positions in bytes from its start. */
export interface SuperblockFields {
  readonly size: number;
  readonly codecNumber: number;
  readonly blockSize: number;
  readonly madeAt: number;
  readonly root: InodeReference;
  readonly inodeCount: number;
  readonly fragmentCount: number;
  readonly idCount: number;
  readonly inodes: number;
  readonly folders: number;
  readonly ids: number;
  readonly fragments: number | undefined;
  readonly exports: number;
  readonly xattrs: number | undefined;
  readonly hasCodecOptions: boolean;
}

export function superblockBytes(fields: SuperblockFields): Buffer {
  const { xattrs, hasCodecOptions, root } = fields;
  const flags =
    EXPORTABLE | DUPLICATES_ONCE | (xattrs === undefined ? NO_XATTRS : 0) | (hasCodecOptions ? CODEC_OPTIONS : 0);
  const bytes = Buffer.alloc(SUPERBLOCK_SIZE);
  const table = (start: number | undefined) => (start === undefined ? NO_TABLE : BigInt(start));
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt32LE(fields.inodeCount, 4);
  bytes.writeUInt32LE(Math.max(0, Math.floor(fields.madeAt)) >>> 0, 8);
  bytes.writeUInt32LE(fields.blockSize, 12);
  bytes.writeUInt32LE(fields.fragmentCount, 16);
  bytes.writeUInt16LE(fields.codecNumber, 20);
  bytes.writeUInt16LE(Math.log2(fields.blockSize), 22);
  bytes.writeUInt16LE(flags, 24);
  bytes.writeUInt16LE(fields.idCount, 26);
  bytes.writeUInt16LE(4, 28);
  bytes.writeUInt16LE(0, 30);
  bytes.writeBigUInt64LE(referenceValue(root), 32);
  bytes.writeBigUInt64LE(BigInt(fields.size), 40);
  bytes.writeBigUInt64LE(BigInt(fields.ids), 48);
  bytes.writeBigUInt64LE(table(xattrs), 56);
  bytes.writeBigUInt64LE(BigInt(fields.inodes), 64);
  bytes.writeBigUInt64LE(BigInt(fields.folders), 72);
  bytes.writeBigUInt64LE(table(fields.fragments), 80);
  bytes.writeBigUInt64LE(BigInt(fields.exports), 88);
  return bytes;
}
