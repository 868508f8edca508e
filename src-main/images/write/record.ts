/** Bytes of a record, and the view through which its numbers are written. */
export interface NewRecord {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Makes a record of zeros. Numbers are written through a view, which takes a fraction of the time of `Buffer.writeUInt32LE`. */
export function zeroedRecord(size: number): NewRecord {
  const bytes = Buffer.allocUnsafe(size).fill(0);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, size) };
}
