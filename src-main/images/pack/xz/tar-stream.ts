/** A file as an archive holds it: its name in ASCII, of at most 100 characters, and its bytes. */
export interface TarFile {
  readonly name: string;
  readonly size: number;
  readonly content: Iterable<Buffer>;
}

const BLOCK = 512;
/** Largest number that eleven octal digits say. */
const MAX_OCTAL = 0o77777777777;

/** Files as an archive of tar(5), in the form of ustar; sizes beyond 8 GiB as GNU tar says them. */
export function* tarStream(files: Iterable<TarFile>): Generator<Buffer> {
  for (const { name, size, content } of files) {
    yield headerOf(name, size);
    yield* content;
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'ascii');
  for (const [at, text] of [
    [100, '0000644'],
    [108, '0000000'],
    [116, '0000000'],
    [136, '00000000000'],
    [156, '0'],
    [257, 'ustar\u000000'],
  ] as const) {
    header.write(text, at, 'latin1');
  }
  if (size <= MAX_OCTAL) header.write(size.toString(8).padStart(11, '0'), 124, 'ascii');
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  // The sum is taken with spaces in its own place.
  header.fill(' ', 148, 156);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}
