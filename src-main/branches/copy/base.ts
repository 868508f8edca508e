import { readFile } from 'node:fs/promises';
import { writeFileAtomic } from '#core/files/atomic-file';
import type { EntryKind, WalkedEntry, WalkedTree } from './walk-tree.ts';

/** Initial state of a branch at one path. */
export interface BaseEntry {
  readonly kind: EntryKind;
  readonly mode: number;
  readonly size: number;
  readonly target?: string;
  /** Print of the workspace's own entry then; `null` where it changed while it was copied. */
  readonly source: string | null;
  /** Print of the copy, before anybody worked in it. */
  readonly copy: string;
}

/** Entries of the base by path, as in `WalkedTree`. */
export type Base = ReadonlyMap<string, BaseEntry>;

/** @param changed paths whose entries changed while they were copied */
export function baseOf(source: WalkedTree, copy: WalkedTree, changed: ReadonlySet<string>): Base {
  const base = new Map<string, BaseEntry>();
  for (const [path, { kind, mode, size, target, print }] of copy) {
    const was: WalkedEntry | undefined = changed.has(path) ? undefined : source.get(path);
    base.set(path, {
      kind,
      mode,
      size,
      source: was?.print ?? null,
      copy: print,
      ...(target !== undefined && { target }),
    });
  }
  return base;
}

/** One JSON line for each path: the path, then the fields. Whole on disk when it resolves. */
export async function writeBase(file: string, base: Base): Promise<void> {
  const lines = [...base].map(([path, entry]) => JSON.stringify([path, entry]));
  await writeFileAtomic(file, lines.map((line) => `${line}\n`).join(''));
}

/** @throws file system errors */
export async function readBase(file: string): Promise<Base> {
  const text = await readFile(file, 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line) as [string, BaseEntry]));
}
