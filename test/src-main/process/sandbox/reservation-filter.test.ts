import { expect, test } from 'vitest';
import { reservationFilter } from '#process/sandbox/reservation-filter';

const KB = 1024;
const MB = 1024 * KB;
const ALLOWED = 0x7fff0000;
const NOT_SUPPORTED = 0x50000 + 95;

interface Call {
  readonly architecture: number;
  readonly number: number;
  readonly args: readonly (number | bigint)[];
}

/** The kernel's `struct seccomp_data`. */
function dataOf({ architecture, number, args }: Call): Buffer {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number >>> 0, 0);
  data.writeUInt32LE(architecture, 4);
  for (const [index, arg] of args.entries()) data.writeBigUInt64LE(BigInt(arg), 16 + index * 8);
  return data;
}

/** Runs classic BPF as the kernel does. */
function answer(filter: Buffer | undefined, call: Call): number {
  const data = dataOf(call);
  let value = 0;
  for (let at = 0; filter && at < filter.length; at += 8) {
    const [code, yes, no, k] = [
      filter.readUInt16LE(at),
      filter[at + 2] ?? 0,
      filter[at + 3] ?? 0,
      filter.readUInt32LE(at + 4),
    ];
    const jump = (isSo: boolean) => {
      at += (isSo ? yes : no) * 8;
    };
    if (code === 0x20) value = data.readUInt32LE(k);
    else if (code === 0x54) value = (value & k) >>> 0;
    else if (code === 0x15) jump(value === k);
    else if (code === 0x25) jump(value > k);
    else if (code === 0x35) jump(value >= k);
    else if (code === 0x45) jump((value & k) !== 0);
    else if (code === 0x06) return k;
    else throw new Error(`Unknown code ${code}`);
  }
  throw new Error('No answer');
}

const X64 = 0xc000003e;
const I386 = 0x40000003;
const wide = (architecture: number, number: number) => (length: number, mode: number) => ({
  architecture,
  number,
  args: [3, mode, 0, length],
});
const narrow = (architecture: number, number: number) => (length: number, mode: number) => ({
  architecture,
  number,
  args: [3, mode, 0, 0, length % 2 ** 32, Math.floor(length / 2 ** 32)],
});

test.each([
  ['x64', 'a program', wide(X64, 285)],
  ['x64', 'one of x32', wide(X64, 285 + 0x40000000)],
  ['x64', 'one of i386', narrow(I386, 324)],
  ['arm64', 'a program', wide(0xc00000b7, 47)],
  ['arm64', 'one of 32 bits', narrow(0x40000028, 352)],
] as const)('on %s, %s may make short reservations and give room back, and no long ones', (processor, _, call) => {
  for (const fileBytes of [undefined, 105 * MB, 5_000 * MB]) {
    const filter = reservationFilter(fileBytes, processor);
    const ask = (length: number, mode = 0) => answer(filter, call(length, mode));
    expect(ask(0)).toBe(ALLOWED);
    expect(ask(16 * KB)).toBe(ALLOWED);
    expect(ask(16 * KB + 1)).toBe(NOT_SUPPORTED);
    expect(ask(105 * MB)).toBe(NOT_SUPPORTED);
    // Longer than any file may be: the kernel says so, and ends it.
    expect(ask(105 * MB + 1)).toBe(fileBytes === 105 * MB ? ALLOWED : NOT_SUPPORTED);
    expect(ask(5_000 * MB)).toBe(fileBytes === 105 * MB ? ALLOWED : NOT_SUPPORTED);
    expect(ask(5_000 * MB + 1)).toBe(fileBytes === undefined ? NOT_SUPPORTED : ALLOWED);
    // Beyond the end of a file, or its blocks written anew: no limit of its length holds that.
    for (const mode of [0x01, 0x10, 0x11, 0x40, 0x80]) expect(ask(50_000 * MB, mode)).toBe(NOT_SUPPORTED);
    for (const mode of [0x03, 0x08, 0x20]) expect(ask(50_000 * MB, mode)).toBe(ALLOWED);
  }
});

test.each([
  ['x64', X64, 16],
  ['x64', X64, 514 + 0x40000000],
  ['x64', I386, 54],
  ['arm64', 0xc00000b7, 29],
  ['arm64', 0x40000028, 54],
] as const)('on %s, no ioctl of %i reserves, and all others are allowed', (processor, architecture, number) => {
  const filter = reservationFilter(105 * MB, processor);
  const ask = (command: number) => answer(filter, { architecture, number, args: [3, command] });
  for (const command of [0x40305828, 0x4030582a, 0x40305839, 0x402c5828]) expect(ask(command)).toBe(NOT_SUPPORTED);
  for (const command of [0x5401, 0x4030582b, 0xc020660b]) expect(ask(command)).toBe(ALLOWED);
});

test('other calls are allowed, also by entries that are not known, and other processors have no filter', () => {
  const filter = reservationFilter(105 * MB, 'x64');
  for (const number of [0, 1, 59, 76, 324])
    expect(answer(filter, { architecture: X64, number, args: [] })).toBe(ALLOWED);
  expect(answer(filter, { architecture: 0x12345678, number: 285, args: [3, 0, 0, 50 * MB] })).toBe(ALLOWED);
  expect(reservationFilter(105 * MB, 'riscv64')).toBeUndefined();
});
