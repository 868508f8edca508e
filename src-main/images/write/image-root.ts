import type { ContentSource, NewEntry, NewFileEntry, NewFolder } from './new-entry.ts';

/** The root of an image: its manifest, and the folder of each layer by UUID. */
export function imageRoot(
  manifest: string,
  layers: Iterable<readonly [uuid: string, folder: NewFolder]>,
  madeAt: number,
): NewFolder {
  const children = new Map<string, NewEntry>([['manifest.json', manifestEntry(manifest, madeAt)], ...layers]);
  return { kind: 'dir', ...ownAt(madeAt), mode: 0o755, children };
}

/** The file of a manifest. `madeAt` in seconds. */
export function manifestEntry(manifest: string, madeAt: number): NewFileEntry {
  const content = { from: 'source', source: bytesSource(Buffer.from(manifest)) } as const;
  return { kind: 'file', ...ownAt(madeAt), mode: 0o644, content };
}

function ownAt(mtime: number) {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, mtime, xattrs: [] };
}

/** Bytes in memory as the content of a file. */
export function bytesSource(bytes: Buffer): ContentSource {
  return {
    size: bytes.length,
    open: () => ({
      size: bytes.length,
      read: (buffer, position) => bytes.copy(buffer, 0, position, position + buffer.length),
      isSteady: () => true,
      [Symbol.dispose]: () => {},
    }),
  };
}
