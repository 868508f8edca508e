/** Kinds of programs whose calls are not just one word with a target. */

/** Greatest distance at which an earlier call may have begun and still overlap the target of this one. */
const X86_REACH = 3;
/**
 * Whether this may be a call, indexed by one bit for each of the three preceding bytes at which a call began; below,
 * which byte tells.
 */
const MAY_BE_CALL = [true, true, true, false, true, false, false, false];
const TELLING_BYTE = [0, 1, 2, 2, 3, 3, 3, 3];

export function undoX86(bytes: Buffer, start: number): void {
  let before = 0;
  let last = -1;
  for (let at = 0; at < bytes.length - 4; at++) {
    if (((bytes[at] as number) & 0xfe) !== 0xe8) continue;
    const distance = at - last;
    last = at;
    before = distance > X86_REACH ? 0 : (before << (distance - 1)) & 7;
    const telling = bytes[at + 4 - (TELLING_BYTE[before] ?? 0)] as number;
    const isCall =
      (before === 0 || (MAY_BE_CALL[before] === true && !isSign(telling))) && isSign(bytes[at + 4] as number);
    if (!isCall) {
      before = ((before << 1) | 1) & 7;
      continue;
    }
    bytes.writeInt32LE(x86Distance(bytes.readInt32LE(at + 1), start + at + 5, before), at + 1);
    at += 4;
  }
}

function x86Distance(target: number, end: number, before: number): number {
  let from = target;
  for (;;) {
    const distance = (from - end) | 0;
    const shift = (TELLING_BYTE[before] ?? 0) * 8;
    if (before === 0 || !isSign((distance >>> (24 - shift)) & 0xff)) {
      // The uppermost byte repeats the bit below it.
      return (distance << 7) >> 7;
    }
    from = distance ^ (2 ** (32 - shift) - 1);
  }
}

function isSign(byte: number): boolean {
  return byte === 0 || byte === 0xff;
}

/** Instructions that may branch, one bit for each of the three, by the template of a bundle. */
const IA64_BRANCHES = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 6, 6, 0, 0, 7, 7, 4, 4, 0, 0, 4, 4, 0, 0];
const IA64_BUNDLE = 16;

export function undoIa64(bytes: Buffer, start: number): void {
  for (let at = 0; at + IA64_BUNDLE <= bytes.length; at += IA64_BUNDLE) {
    const branches = IA64_BRANCHES[(bytes[at] as number) & 0x1f] ?? 0;
    for (let slot = 0; slot < 3; slot++) {
      if ((branches >> slot) & 1) undoIa64Slot(bytes, { at, bit: 5 + slot * 41, start });
    }
  }
}

function undoIa64Slot(bytes: Buffer, { at, bit, start }: { at: number; bit: number; start: number }): void {
  const place = at + (bit >> 3);
  const shift = BigInt(bit & 7);
  const word = BigInt(bytes.readUIntLE(place, 6));
  const instruction = word >> shift;
  if (((instruction >> 37n) & 0xfn) !== 5n || ((instruction >> 9n) & 7n) !== 0n) return;
  const target = Number(((instruction >> 13n) & 0xf_ffffn) | (((instruction >> 36n) & 1n) << 20n)) << 4;
  const distance = BigInt((target - (start + at)) >>> 4);
  const kept = instruction & ~(0x8f_ffffn << 13n);
  const changed = kept | ((distance & 0xf_ffffn) << 13n) | ((distance & 0x10_0000n) << 16n);
  const low = word & ((1n << shift) - 1n);
  bytes.writeUIntLE(Number((low | (changed << shift)) & 0xffff_ffff_ffffn), place, 6);
}

export function undoArm64(bytes: Buffer, start: number): void {
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const word = bytes.readUInt32LE(at);
    const place = (start + at) >>> 0;
    if (word >>> 26 === 0x25) {
      bytes.writeUInt32LE((0x9400_0000 | ((word - (place >>> 2)) & 0x03ff_ffff)) >>> 0, at);
    } else if ((word & 0x9f00_0000) >>> 0 === 0x9000_0000) {
      const page = ((word >>> 29) & 3) | ((word >>> 3) & 0x1f_fffc);
      if ((page + 0x2_0000) & 0x1c_0000) continue;
      const distance = page - (place >>> 12);
      const parts = ((distance & 3) << 29) | ((distance & 0x3_fffc) << 3) | (-(distance & 0x2_0000) & 0xe0_0000);
      bytes.writeUInt32LE(((word & 0x9000_001f) | parts) >>> 0, at);
    }
  }
}
