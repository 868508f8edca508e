/** A file of protocol descriptions, as servers send it: a serialised `google.protobuf.FileDescriptorProto`. */
export interface DescriptorFile {
  readonly name: string;
  /** Files that it imports. */
  readonly imports: readonly string[];
  readonly bytes: Uint8Array;
}

/** Fields of FileDescriptorProto. */
const NAME = 1;
const DEPENDENCY = 3;
const FILE_IN_SET = 1;
const LENGTH_DELIMITED = 2;
/** Bytes that a value of each wire type has, where that is fixed. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** Reads no more of it than its name and imports. @throws RangeError when the bytes are no message */
export function readDescriptorFile(bytes: Uint8Array): DescriptorFile {
  let name = '';
  const imports: string[] = [];
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) {
    const tag = readVarint(reader);
    const value = readValue(reader, tag & 7);
    const field = tag >>> 3;
    if (value && field === NAME) name = utf8Text(value);
    if (value && field === DEPENDENCY) imports.push(utf8Text(value));
  }
  return { name, imports, bytes };
}

/** The files as a serialised `google.protobuf.FileDescriptorSet`. */
export function descriptorSet(files: Iterable<DescriptorFile>): Buffer {
  const parts: Uint8Array[] = [];
  for (const { bytes } of files) {
    parts.push(Uint8Array.of((FILE_IN_SET << 3) | LENGTH_DELIMITED), varint(bytes.length), bytes);
  }
  return Buffer.concat(parts);
}

const utf8Text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

interface ByteReader {
  readonly bytes: Uint8Array;
  at: number;
}

/** The bytes of a value that has a length; others are passed over. */
function readValue(reader: ByteReader, wireType: number): Uint8Array | undefined {
  if (wireType === 0) {
    readVarint(reader);
    return undefined;
  }
  const length = wireType === LENGTH_DELIMITED ? readVarint(reader) : FIXED[wireType];
  if (length === undefined || reader.at + length > reader.bytes.length) throw new RangeError('This is no descriptor');
  const value = reader.bytes.subarray(reader.at, reader.at + length);
  reader.at += length;
  return wireType === LENGTH_DELIMITED ? value : undefined;
}

function readVarint(reader: ByteReader): number {
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined) throw new RangeError('This is no descriptor');
    // No length or tag that matters needs more than 32 bits.
    if (shift < 35) value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
  throw new RangeError('This is no descriptor');
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.of(...bytes, rest);
}
