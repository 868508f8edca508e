import type { DiskAccess } from './read-only/path-judge.ts';

/** Looks at a disk, and what each look found. */
export interface DiskTrace {
  readonly realpaths: ReadonlyMap<string, string | undefined>;
  readonly links: ReadonlyMap<string, string | undefined>;
  readonly files: ReadonlyMap<string, boolean>;
  readonly names: ReadonlyMap<string, readonly string[] | undefined>;
  readonly texts: ReadonlyMap<string, string | undefined>;
}

/** A disk that remembers what it was asked, and answers the same question in the same way. */
export class TracedDisk implements DiskAccess {
  readonly trace = {
    realpaths: new Map<string, string | undefined>(),
    links: new Map<string, string | undefined>(),
    files: new Map<string, boolean>(),
    names: new Map<string, readonly string[] | undefined>(),
    texts: new Map<string, string | undefined>(),
  } satisfies DiskTrace;
  readonly #disk: DiskAccess;

  constructor(disk: DiskAccess) {
    this.#disk = disk;
  }

  readonly realpath = (path: string) => lookOnce(path, this.trace.realpaths, this.#disk.realpath);
  readonly link = (path: string) => lookOnce(path, this.trace.links, (one) => this.#disk.link?.(one));
  readonly isFile = (path: string) => lookOnce(path, this.trace.files, this.#disk.isFile);
  readonly names = (folder: string) => lookOnce(folder, this.trace.names, this.#disk.names);
  readonly text = (path: string) => lookOnce(path, this.trace.texts, this.#disk.text);
}

function lookOnce<T>(path: string, known: Map<string, T>, look: (path: string) => T): T {
  if (known.has(path)) return known.get(path) as T;
  const answer = look(path);
  known.set(path, answer);
  return answer;
}

/** Whether a disk gives the answers of a trace, so that whatever rests on these alone is still so. */
export function isStillSo({ realpaths, links, files, names, texts }: DiskTrace, disk: DiskAccess): boolean {
  const answersAs = <T>(known: ReadonlyMap<string, T>, look: (path: string) => T): boolean => {
    for (const [path, answer] of known) if (look(path) !== answer) return false;
    return true;
  };
  const areAsBefore =
    answersAs(realpaths, disk.realpath) &&
    answersAs(links, (path) => disk.link?.(path)) &&
    answersAs(files, disk.isFile) &&
    answersAs(texts, disk.text);
  if (!areAsBefore) return false;
  for (const [folder, all] of names) if (!areSame(disk.names(folder), all)) return false;
  return true;
}

/** Whether two lists have the same items, in the same order. */
export function areSame<T>(one: readonly T[] | undefined, other: readonly T[] | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
