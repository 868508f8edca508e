/** Numbers by which one kind of processor enters the kernel (seccomp(2), syscalls(2)). */
interface Entry {
  readonly architecture: number;
  readonly fallocate: number;
  readonly ioctls: readonly number[];
  /** Places of the words of `len` in the data of a filter, in bytes. */
  readonly length: { readonly low: number; readonly high: number };
}

/** A 64-bit argument has a place of its own, and two in 32-bit programs. */
const LENGTH = { low: 40, high: 44 };
const LENGTH_32 = { low: 48, high: 56 };

/** Programs of the kernel's own width, and of 32 bits. x32 has the numbers of x86-64 with a bit, and an ioctl of its own. */
const ENTRIES: Readonly<Partial<Record<NodeJS.Architecture, readonly Entry[]>>> = {
  x64: [
    { architecture: 0xc000003e, fallocate: 285, ioctls: [16, 514], length: LENGTH },
    { architecture: 0x40000003, fallocate: 324, ioctls: [54], length: LENGTH_32 },
  ],
  arm64: [
    { architecture: 0xc00000b7, fallocate: 47, ioctls: [29], length: LENGTH },
    { architecture: 0x40000028, fallocate: 352, ioctls: [54], length: LENGTH_32 },
  ],
};
const X32 = 0x40000000;

/** Modes of fallocate(2) that give room back, or move what is there: punching, collapsing and inserting. */
const GIVING_BACK = 0x02 | 0x08 | 0x20;
/** FS_IOC_RESVSP, FS_IOC_RESVSP64 and FS_IOC_ZERO_RANGE, of 64-bit programs and of i386. */
const RESERVING = [0x40305828, 0x4030582a, 0x40305839, 0x402c5828, 0x402c582a, 0x402c5839];

/**
 * Longest reservation that is allowed, in bytes. The kernel takes some 5 µs for one, however long it is: what is no longer
 * than this is reserved no faster than it could be written.
 */
const SHORT_BYTES = 16 * 1024;

/** Unit in which the kernel is given the limit for a file. */
const ULIMIT_BYTES = 512;

/** Places in the data of a filter. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const SECOND_ARGUMENT = 24;

const LOAD = 0x20;
const AND = 0x54;
const IF_EQUAL = 0x15;
const IF_MORE = 0x25;
const IF_NOT_LESS = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;
const ALLOWED = 0x7fff0000;
const NOT_SUPPORTED = 0x00050000 | 95;

/** Instruction of classic BPF; it goes on with the next where it names no label. */
interface Step {
  readonly label?: string;
  readonly code: number;
  readonly value: number;
  readonly yes?: string;
  readonly no?: string;
}

/**
 * Filter for system calls (seccomp, as bubblewrap takes it) that answers long reservations of room with EOPNOTSUPP, as many
 * file systems do: programs write instead, which shows in time. From `fileBytes` on, where the kernel itself lets no file
 * become so long, it is left to say so. Another entry to the kernel is let through: looking holds what it reserves.
 * `undefined` for processors that are not known.
 */
export function reservationFilter(
  fileBytes?: number,
  processor: NodeJS.Architecture = process.arch,
): Buffer | undefined {
  const entries = ENTRIES[processor];
  if (entries === undefined) return undefined;
  return assemble([
    { code: LOAD, value: ARCHITECTURE },
    ...entries.map(({ architecture }) => ({ code: IF_EQUAL, value: architecture, yes: `${architecture}` })),
    { code: RETURN, value: ALLOWED },
    ...entries.flatMap((entry) => stepsOf(entry, fileBytes)),
    { label: 'ioctl', code: LOAD, value: SECOND_ARGUMENT },
    ...RESERVING.map((value) => ({ code: IF_EQUAL, value, yes: 'refused' })),
    { label: 'allowed', code: RETURN, value: ALLOWED },
    { label: 'refused', code: RETURN, value: NOT_SUPPORTED },
  ]);
}

function stepsOf({ architecture, fallocate, ioctls, length }: Entry, fileBytes: number | undefined): Step[] {
  const at = (label: string) => `${architecture} ${label}`;
  return [
    { label: `${architecture}`, code: LOAD, value: NUMBER },
    { code: AND, value: ~X32 >>> 0 },
    ...ioctls.map((value) => ({ code: IF_EQUAL, value, yes: 'ioctl' })),
    { code: IF_EQUAL, value: fallocate, no: 'allowed' },
    { code: LOAD, value: SECOND_ARGUMENT },
    { code: IF_ANY_BIT, value: GIVING_BACK, yes: 'allowed' },
    { code: LOAD, value: length.high },
    { code: IF_EQUAL, value: 0, no: at('long') },
    { code: LOAD, value: length.low },
    { code: IF_MORE, value: SHORT_BYTES, no: 'allowed' },
    { label: at('long'), code: LOAD, value: SECOND_ARGUMENT },
    // The limit of a file's length is none for what is reserved beyond its end.
    { code: IF_EQUAL, value: 0, no: 'refused' },
    ...(fileBytes === undefined ? REFUSED : longerThan(fileBytes, length)),
  ];
}

const REFUSED: readonly Step[] = [{ code: RETURN, value: NOT_SUPPORTED }];

/** Steps that allow what is longer, and refuse the rest. */
function longerThan(bytes: number, { low, high }: Entry['length']): Step[] {
  const words = BigInt(Math.ceil(bytes / ULIMIT_BYTES) * ULIMIT_BYTES);
  const highWord = Number(words >> 32n);
  return [
    { code: LOAD, value: high },
    { code: IF_MORE, value: highWord, yes: 'allowed' },
    { code: IF_NOT_LESS, value: highWord, no: 'refused' },
    { code: LOAD, value: low },
    { code: IF_MORE, value: Number(words & 0xffffffffn), yes: 'allowed', no: 'refused' },
  ];
}

/** The steps as `struct sock_filter`; both processors have the low byte first. */
function assemble(steps: readonly Step[]): Buffer {
  const places = new Map(steps.flatMap(({ label }, index) => (label === undefined ? [] : [[label, index] as const])));
  const bytes = Buffer.alloc(steps.length * 8);
  for (const [index, { code, value, yes, no }] of steps.entries()) {
    const jump = (label: string | undefined) => (label === undefined ? 0 : (places.get(label) ?? 0) - index - 1);
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jump(yes), index * 8 + 2);
    bytes.writeUInt8(jump(no), index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
