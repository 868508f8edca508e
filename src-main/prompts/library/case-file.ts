import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { PromptCase, PromptId, type UnreadableCase } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { writeFileAtomic } from '#core/files/atomic-file';
import { backUpFile } from '#core/files/backup-file';
import { readTextFile } from '#core/files/text-file';

/** Each case is read on its own, so that one that cannot be read loses only itself. */
const CaseFile = z.looseObject({ v: z.literal(1), prompt: PromptId, cases: z.array(z.unknown()) });

const MAX_BYTES = 256 * 1024 * 1024;

/** A case, or one that cannot be read, which is written again as it is. */
type CaseEntry = { readonly one: PromptCase } | { readonly raw: unknown; readonly unreadable: UnreadableCase };

/** The cases of a prompt in the order of their file. */
export interface CaseList {
  readonly prompt?: string | undefined;
  readonly cases: readonly PromptCase[];
  readonly unreadable: readonly UnreadableCase[];
  /** Reason why nothing of the file can be read. The file is kept aside before another takes its place. */
  readonly broken?: string | undefined;
  readonly entries: readonly CaseEntry[];
  /** Members of the file that this version does not know; they are kept. */
  readonly more: Readonly<Record<string, unknown>>;
}

const NONE: CaseList = { cases: [], unreadable: [], entries: [], more: {} };

/** Reads the cases of a prompt; a file that is missing has none. */
export async function readCases(path: string): Promise<CaseList> {
  const read = await readTextFile(path, MAX_BYTES);
  if (read.state === 'missing') return NONE;
  if (read.state === 'unreadable') return { ...NONE, broken: read.message };
  try {
    const { prompt, cases: raws, v: _, ...more } = CaseFile.parse(JSON.parse(read.text));
    const entries = withOwnIds(raws.map(readEntry));
    const cases = entries.flatMap((entry) => ('one' in entry ? [entry.one] : []));
    const unreadable = entries.flatMap((entry) => ('one' in entry ? [] : [entry.unreadable]));
    return { prompt, cases, unreadable, entries, more };
  } catch (error) {
    return { ...NONE, broken: error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error) };
  }
}

/**
 * Writes `cases` in place of those that `before` has; what could not be read stays where it was.
 *
 * @throws AppError UNAVAILABLE
 */
export async function writeCases(
  path: string,
  prompt: string,
  cases: readonly PromptCase[],
  before: CaseList,
): Promise<void> {
  if (before.broken !== undefined) await backUpFile(path, new Date());
  const file = { v: 1, prompt, cases: entriesWith(cases, before.entries), ...before.more };
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, `${JSON.stringify(file, undefined, 2)}\n`);
  } catch (error) {
    throw new AppError(
      'UNAVAILABLE',
      `The cases of ${prompt} cannot be written: ${messageOf(error)}`,
      { where: path, advice: 'Check the free space and the rights of the data folder' },
      error,
    );
  }
}

/** The list with those cases of another one that cannot be read, and that it has not. */
export function withUnreadable(list: CaseList, other: CaseList): CaseList {
  const raws = (entries: CaseList['entries']) => entries.flatMap((entry) => ('one' in entry ? [] : [entry.raw]));
  const known = raws(list.entries);
  const added = other.entries.filter(
    (entry) => !('one' in entry) && !known.some((raw) => isDeepStrictEqual(raw, entry.raw)),
  );
  return { ...list, entries: [...list.entries, ...added] };
}

function readEntry(raw: unknown, at: number): CaseEntry {
  const read = PromptCase.safeParse(raw);
  if (read.success) return { one: read.data };
  const named = z.object({ name: z.string().min(1) }).safeParse(raw);
  const name = named.success ? named.data.name : `number ${at + 1}`;
  return { raw, unreadable: { name, message: z.prettifyError(read.error) } };
}

/** A case that a person copied within the file gets an id of its own, the same each time that it is read. */
function withOwnIds(entries: readonly CaseEntry[]): readonly CaseEntry[] {
  const taken = new Set<string>();
  return entries.map((entry) => {
    if (!('one' in entry)) return entry;
    let { id } = entry.one;
    for (let copy = 2; taken.has(id); copy++) id = `${entry.one.id}-${copy}`;
    taken.add(id);
    return id === entry.one.id ? entry : { one: { ...entry.one, id } };
  });
}

function entriesWith(cases: readonly PromptCase[], before: readonly CaseEntry[]): unknown[] {
  const left = new Map(cases.map((one) => [one.id, one]));
  const entries: unknown[] = [];
  for (const entry of before) {
    if (!('one' in entry)) {
      entries.push(entry.raw);
      continue;
    }
    const now = left.get(entry.one.id);
    if (!now) continue;
    entries.push(now);
    left.delete(entry.one.id);
  }
  return [...entries, ...left.values()];
}
