import { AppError } from '#core/app-error';
import { type ImageEntry, rootEntry, walkFolder } from '../../read/walk-entries.ts';
import { fileContents } from '../../squashfs/file-data.ts';
import type { FileContent } from '../../squashfs/inode.ts';
import type { Squashfs } from '../../squashfs/open-squashfs.ts';
import { tarStream } from './tar-stream.ts';

/**
 * Runs a program with bytes as its input, and says how it ended; `exitCode` is `undefined` if it could not be started
 * or was ended.
 */
export type FeedProgram = (
  program: { readonly file: string; readonly args: readonly string[] },
  input: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
) => Promise<{ readonly exitCode: number | undefined; readonly stderr: string }>;

/** Packer of contents with xz. */
export interface Squeezer {
  /** Absolute path of mksquashfs, 4.5 or later. */
  readonly program: string;
  readonly feed: FeedProgram;
}

interface SqueezeOptions extends Squeezer {
  /** Path of the image that mksquashfs makes. */
  readonly output: string;
  readonly blockSize: number;
  readonly madeAt: number;
  readonly signal: AbortSignal;
  /** Called with the number of bytes of files passed on since the last call. */
  readonly onRead: (bytes: number) => void;
}

/** Names that one content has in an image that mksquashfs made, by `contentKey`. */
export type SqueezedNames = ReadonlyMap<string, string>;

/** Key of a content within one image: equal for contents at the same place. */
export function contentKey({ start, size, fragment }: Pick<FileContent, 'start' | 'size' | 'fragment'>): string {
  return `${start}:${size}:${fragment?.number}:${fragment?.offset}`;
}

/**
 * Makes an image of the contents of another with mksquashfs, packed with xz: flat, each under a number. Its names,
 * modes and times have no meaning.
 *
 * @throws AppError UNAVAILABLE with its message if it fails; the signal's reason
 */
export async function squeezeContents(image: Squashfs, options: SqueezeOptions): Promise<SqueezedNames> {
  const { program: file, feed, output, blockSize, madeAt, signal } = options;
  const contents = new Map<string, FileContent>();
  for (const { inode } of walkFolder(image, rootEntry(image))) {
    if (inode.file && inode.file.size > 0) contents.set(contentKey(inode.file), inode.file);
  }
  const names = new Map([...contents.keys()].map((key, number) => [key, `${number}`]));
  const args = ['-', output, '-tar', '-comp', 'xz', '-b', `${blockSize}`, '-noappend', '-mkfs-time', `${madeAt}`];
  const quiet = ['-no-xattrs', '-no-recovery', '-no-progress', '-quiet'];
  const input = archiveOf(image, contents.values(), options);
  const { exitCode, stderr } = await feed({ file, args: [...args, ...quiet] }, input, signal);
  signal.throwIfAborted();
  if (exitCode === 0) return names;
  const said = stderr.trim().split('\n', 1)[0] || `it ended with ${exitCode}`;
  throw new AppError('UNAVAILABLE', `mksquashfs could not pack with xz: ${said}`, {
    advice: 'mksquashfs 4.5 or later is needed; or take another compression',
  });
}

async function* archiveOf(
  image: Squashfs,
  contents: Iterable<FileContent>,
  { signal, onRead }: SqueezeOptions,
): AsyncGenerator<Buffer> {
  const files = [...contents].map((content, number) => ({
    name: `${number}`,
    size: content.size,
    content: fileContents(image, content),
  }));
  for (const piece of tarStream(files)) {
    signal.throwIfAborted();
    onRead(piece.length);
    yield piece;
  }
}

/** Entries of the flat image by their names. */
export function squeezedFiles(entries: Iterable<ImageEntry>): ReadonlyMap<string, FileContent> {
  const files = new Map<string, FileContent>();
  for (const { path, inode } of entries) if (inode.file) files.set(path.toString('latin1'), inode.file);
  return files;
}
