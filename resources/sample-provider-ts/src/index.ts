import { readdir, stat } from 'node:fs/promises';

/** Search for files by name and kind. */
export interface Search {
  /** A folder, relative to where you are. */
  folder?: string;
  /** Kind of the files to find. */
  kind?: 'text' | 'image' | 'any';
  /**
   * Number of files to list.
   * @default 5
   */
  count?: number;
}

export interface LargeFile {
  path: string;
  bytes: number;
}

const KINDS = {
  text: /\.(txt|md|json|ya?ml|[cm]?[jt]sx?|py|sh)$/i,
  image: /\.(png|jpe?g|gif|svg|webp)$/i,
  any: /./,
};

/**
 * Lists the largest files of a folder, the largest first.
 * Folders inside it are not looked into.
 */
export async function largestFiles({ folder = '.', kind = 'any', count = 5 }: Search): Promise<LargeFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && KINDS[kind].test(entry.name));
  const sized = files.map(async ({ name }) => ({ path: name, bytes: (await stat(`${folder}/${name}`)).size }));
  return (await Promise.all(sized)).sort((a, b) => b.bytes - a.bytes).slice(0, count);
}

/** Tells the time of this machine. */
export function now(): string {
  return new Date().toString();
}
