import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionId } from '#contract';
import { mapBounded } from '#core/async/map-bounded';
import { knownEvent, parseEventLine } from './event-line.ts';
import type { TrashedSession } from './ports.ts';
import { linesForward } from './raw-lines.ts';

const NAME = /^(.+)\.jsonl$/;
/** Text by which the few lines that contain a title are recognized; the others need not be parsed. */
const SESSION_TYPE = '"session.';

/** Records that are read at the same time. */
const AT_ONCE = 16;

/** The session files in a trash folder, the newest deletion first; that of one session alone where it is named. */
export async function listTrash(folder: string, session?: string): Promise<readonly TrashedSession[]> {
  const ids = session === undefined ? (await readdir(folder)).map((name) => NAME.exec(name)?.[1] ?? '') : [session];
  const found = await mapBounded(
    ids.filter((id) => SessionId.safeParse(id).success),
    AT_ONCE,
    (id) => readTrashed(join(folder, `${id}.jsonl`), id),
  );
  return found.filter((one) => one !== undefined).sort((a, b) => b.deletedAt - a.deletedAt);
}

/** Reads a session in the trash; undefined if it has gone in the meantime. */
async function readTrashed(path: string, id: string): Promise<TrashedSession | undefined> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return undefined;
    // Moving a file changes nothing of it but this time.
    const deletedAt = Math.round(stats.ctimeMs);
    return { id, title: await titleIn(path, stats.size).catch(() => undefined), deletedAt, bytes: stats.size };
  } catch {
    return undefined;
  }
}

async function titleIn(path: string, size: number): Promise<string | undefined> {
  const file = await open(path, 'r');
  let title: string | undefined;
  try {
    for await (const { bytes } of linesForward(file, size)) {
      if (!bytes?.includes(SESSION_TYPE)) continue;
      const parsed = parseEventLine(bytes);
      const known = 'event' in parsed ? knownEvent(parsed.event) : undefined;
      if (known?.type === 'session.created' || known?.type === 'session.renamed') title = known.data.title;
    }
  } finally {
    await file.close();
  }
  return title;
}
