import { createHash, hash } from 'node:crypto';
import { BlockQueue } from './block-queue.ts';
import type { Compressor } from './compress/compressor.ts';
import { type FragmentPlace, FragmentWriter } from './fragment-writer.ts';
import type { ImageSink } from './image-sink.ts';
import type { ContentSource, OpenContent, PlacedContent } from './new-entry.ts';

/** Number of times a file is read that changes while it is read. */
const TRIES = 3;

interface DataOptions {
  readonly blockSize: number;
  readonly compressor: Compressor;
  /** Records of fragments that stand before new ones. */
  readonly fragments: readonly Buffer[];
  /** Whether other files have this size, so that it may be one of them. */
  readonly mayHaveTwin: (size: number) => boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes of files read. */
  readonly onRead?: ((bytes: number) => void) | undefined;
}

/** Writes the contents of files, equal ones once. */
export class DataWriter {
  readonly #sink: ImageSink;
  readonly #options: DataOptions;
  readonly #queue: BlockQueue;
  readonly #fragments: FragmentWriter;
  readonly #zeros: Buffer;
  /** Holds the small file, or the piece of a large one, that is read now. */
  readonly #small: Buffer;
  /** Contents that stand in the image, by their hash. */
  readonly #known = new Map<string, PlacedContent>();

  constructor(sink: ImageSink, options: DataOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#queue = new BlockQueue(sink, options.compressor, options.blockSize);
    this.#fragments = new FragmentWriter(this.#queue, options.blockSize, options.fragments);
    this.#zeros = Buffer.alloc(options.blockSize);
    this.#small = Buffer.alloc(options.blockSize);
  }

  /** Says that a content is there already. */
  know(hash: string, placed: PlacedContent): void {
    this.#known.set(hash, placed);
  }

  /**
   * Adds a file and returns the position of its bytes, at once for most small files; complete once `finish` has ended. A file
   * that changes while it is read is read again. The next is added when this one is.
   *
   * @throws file system errors, errors of packing or writing, the signal's reason
   */
  add(source: ContentSource): PlacedContent | Promise<PlacedContent> {
    this.#options.signal?.throwIfAborted();
    const count = source.size < this.#options.blockSize ? source.readSeen?.(this.#small) : undefined;
    if (count === undefined) return this.#addOpened(source);
    const placed = this.#place(this.#small.subarray(0, count));
    this.#options.onRead?.(count);
    return placed;
  }

  async #addOpened(source: ContentSource): Promise<PlacedContent> {
    for (let left = TRIES; ; left--) {
      this.#options.signal?.throwIfAborted();
      using content = source.open();
      const placed = await (content.size < this.#options.blockSize
        ? this.#addSmall(content, left)
        : this.#addLarge(content, left));
      if (placed) {
        if (left === 1 && !content.isSteady()) source.onUnsteady?.();
        this.#options.onRead?.(placed.size);
        return placed;
      }
    }
  }

  /** Writes what is gathered. The records of all fragments. @throws as `add` */
  async finish(): Promise<readonly Buffer[]> {
    await this.#fragments.finish();
    await this.#queue.drain();
    return this.#fragments.records;
  }

  /** Adds a small file; `undefined` if it changed and must be read again. */
  async #addSmall(content: OpenContent, triesLeft: number): Promise<PlacedContent | undefined> {
    const bytes = this.#small.subarray(0, content.read(this.#small.subarray(0, content.size), 0));
    if (!content.isSteady() && triesLeft > 1) return undefined;
    return await this.#place(bytes);
  }

  /** Lays the bytes of a small file beside others, unless they are known. */
  #place(bytes: Buffer): PlacedContent | Promise<PlacedContent> {
    if (bytes.length === 0) return EMPTY;
    const key = this.#options.mayHaveTwin(bytes.length) ? hash('sha256', bytes) : undefined;
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known) return known;
    const placed = (fragment: FragmentPlace): PlacedContent => {
      const content = { size: bytes.length, start: 0, words: NO_WORDS, fragment };
      if (key !== undefined) this.#known.set(key, content);
      return content;
    };
    const place = this.#fragments.add(bytes);
    return place instanceof Promise ? place.then(placed) : placed(place);
  }

  async #addLarge(content: OpenContent, triesLeft: number): Promise<PlacedContent | undefined> {
    const isLast = triesLeft === 1;
    const key = this.#options.mayHaveTwin(content.size) ? await this.#hash(content) : undefined;
    if (key !== undefined && !content.isSteady() && !isLast) return undefined;
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known) return known;
    const placed = await this.#writeBlocks(content);
    const isSteady = content.isSteady();
    if (!isSteady && !isLast) {
      await this.#takeBack(placed);
      return undefined;
    }
    if (key !== undefined && isSteady) this.#known.set(key, placed);
    return placed;
  }

  async #writeBlocks(content: OpenContent): Promise<PlacedContent> {
    const { blockSize, signal } = this.#options;
    const words = new Uint32Array(Math.ceil(content.size / blockSize));
    const placed = { size: 0, start: 0, words, fragment: undefined };
    let isFirst = true;
    let count = 0;
    for (const block of contentBlocks(content, () => this.#queue.take())) {
      signal?.throwIfAborted();
      const at = count++;
      placed.size += block.length;
      if (block.equals(block.length === blockSize ? this.#zeros : this.#zeros.subarray(0, block.length))) {
        this.#queue.giveBack(block);
        continue;
      }
      await this.#queue.add(block, ({ start, word }) => {
        words[at] = word;
        if (isFirst) placed.start = start;
        isFirst = false;
      });
    }
    placed.words = words.subarray(0, count);
    return placed;
  }

  /** Its blocks are the last that were added. */
  async #takeBack(placed: PlacedContent): Promise<void> {
    await this.#queue.drain();
    // Only now it is known where they stand.
    if (placed.words.some((word) => word !== 0)) this.#sink.rewind(placed.start);
  }

  async #hash(content: OpenContent): Promise<string> {
    const sum = createHash('sha256');
    // One buffer does for all.
    for (const block of contentBlocks(content, () => this.#small)) {
      this.#options.signal?.throwIfAborted();
      sum.update(block);
    }
    return sum.digest('hex');
  }
}

const NO_WORDS = new Uint32Array(0);
const EMPTY: PlacedContent = { size: 0, start: 0, words: NO_WORDS, fragment: undefined };

/** The content in blocks, each in a buffer that `take` gives; all are whole but the last. */
function* contentBlocks(content: OpenContent, take: () => Buffer): Generator<Buffer> {
  for (let at = 0; at < content.size; ) {
    const buffer = take();
    const wanted = Math.min(buffer.length, content.size - at);
    const count = content.read(buffer.subarray(0, wanted), at);
    if (count > 0) yield buffer.subarray(0, count);
    if (count < wanted) return;
    at += count;
  }
}
