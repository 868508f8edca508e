import { undoArm64, undoIa64, undoX86 } from './odd-branches.ts';

/** Undoes a filter in place, on the whole of a block. */
export type BranchFilter = (bytes: Buffer) => void;

/** Undoes it where the block begins at `start` of the program. */
export type Undo = (bytes: Buffer, start: number) => void;

/** Filters by number; each turns absolute targets of calls back into distances. */
const FILTERS: Readonly<Record<number, Undo>> = {
  4: undoX86,
  5: undoPowerPc,
  6: undoIa64,
  7: undoArm,
  8: undoThumb,
  9: undoSparc,
  10: undoArm64,
};

export function branchFilter(id: number, properties: Buffer): BranchFilter {
  const undo = FILTERS[id];
  if (!undo) throw new Error(`the filter ${id} is not known`);
  if (properties.length !== 0 && properties.length !== 4) throw new Error('the filter has odd properties');
  const start = properties.length === 4 ? properties.readUInt32LE(0) : 0;
  return (bytes) => undo(bytes, start);
}

function undoArm(bytes: Buffer, start: number): void {
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    if (bytes[at + 3] !== 0xeb) continue;
    const target = bytes.readUIntLE(at, 3) << 2;
    bytes.writeUIntLE(((target - (start + at + 8)) >>> 2) & 0xff_ffff, at, 3);
  }
}

function undoThumb(bytes: Buffer, start: number): void {
  for (let at = 0; at + 4 <= bytes.length; at += 2) {
    const high = bytes.readUInt16LE(at);
    const low = bytes.readUInt16LE(at + 2);
    if ((high & 0xf800) !== 0xf000 || (low & 0xf800) !== 0xf800) continue;
    const target = (((high & 0x7ff) << 11) | (low & 0x7ff)) << 1;
    const distance = (target - (start + at + 4)) >>> 1;
    bytes.writeUInt16LE(0xf000 | ((distance >>> 11) & 0x7ff), at);
    bytes.writeUInt16LE(0xf800 | (distance & 0x7ff), at + 2);
    at += 2;
  }
}

function undoPowerPc(bytes: Buffer, start: number): void {
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const word = bytes.readUInt32BE(at);
    if ((word & 0xfc00_0003) >>> 0 !== 0x4800_0001) continue;
    const distance = ((word & 0x03ff_fffc) - (start + at)) & 0x03ff_fffc;
    bytes.writeUInt32BE((0x4800_0001 | distance) >>> 0, at);
  }
}

function undoSparc(bytes: Buffer, start: number): void {
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const word = bytes.readUInt32BE(at);
    const kind = word >>> 22;
    if (kind !== 0x100 && kind !== 0x1ff) continue;
    const distance = ((word << 2) - (start + at)) >>> 2;
    const sign = 0x4000_0000 - (distance & 0x40_0000);
    bytes.writeUInt32BE((sign | 0x4000_0000 | (distance & 0x3f_ffff)) >>> 0, at);
  }
}
