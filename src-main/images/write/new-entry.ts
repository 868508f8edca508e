/** An extended attribute: its whole name, bytes that are no UTF-8 as lone surrogates, and its value. */
export interface NewXattr {
  readonly name: string;
  readonly value: Buffer;
}

interface EntryMetadata {
  /** Twelve bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Seconds; what 32 bits cannot say is the nearest that they can. */
  readonly mtime: number;
  readonly xattrs: readonly NewXattr[];
}

/** A folder that is to be written. Names are text; bytes that are no UTF-8 stand as lone surrogates (`core/files/path-bytes.ts`). */
export interface NewFolder extends EntryMetadata {
  readonly kind: 'dir';
  readonly children: Map<string, NewEntry>;
}

export interface NewFileEntry extends EntryMetadata {
  readonly kind: 'file';
  readonly content: NewContent;
}

export interface NewLink extends EntryMetadata {
  readonly kind: 'link';
  readonly target: Buffer;
}

export interface NewNode extends EntryMetadata {
  readonly kind: 'block' | 'char' | 'fifo' | 'socket';
  /** Linux's number; 0 if it is no device. */
  readonly device: number;
}

/** Entry to write under a name. The same object under several names is one inode with several names. */
export type NewEntry = NewFolder | NewFileEntry | NewLink | NewNode;

/** Position of a file's bytes in the image. */
export interface PlacedContent {
  readonly size: number;
  /** Position of its first block, in bytes from the start of the image. */
  readonly start: number;
  /** One word of 32 bits for each block: its size, and a bit for those that are stored as they are. */
  readonly words: Uint32Array;
  readonly fragment: { readonly number: number; readonly offset: number } | undefined;
}

/** The bytes of a file: new ones, or blocks that an image already has. */
export type NewContent =
  | { readonly from: 'source'; readonly source: ContentSource }
  | { readonly from: 'image'; readonly placed: PlacedContent };

/** The file is not there any more: it is left out. */
export class ContentGone extends Error {
  override readonly name = 'ContentGone';
}

/** A file that can be read, several times. */
export interface ContentSource {
  /** Bytes that it had when it was looked at. */
  readonly size: number;
  /**
   * Reads the whole file into a buffer that is large enough: the number of its bytes, or `undefined` unless it is still
   * exactly what was looked at, and has to be opened.
   */
  readonly readSeen?: (into: Uint8Array) => number | undefined;
  /** @throws ContentGone, file system errors */
  open(): OpenContent;
  /** Called when it changed each time that it was read; what is written then are the bytes of the last time. */
  readonly onUnsteady?: () => void;
}

export interface OpenContent extends Disposable {
  /** Bytes that it has now; no more are read. */
  readonly size: number;
  /** Reads from there on until the buffer is full or the file ends; the number of bytes. */
  read(buffer: Uint8Array, position: number): number;
  /** Whether it is still what it was when it was opened. */
  isSteady(): boolean;
}
