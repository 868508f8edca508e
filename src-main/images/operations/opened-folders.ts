import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { OpenedFolder } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import { exists } from '#core/files/accessible';
import type { BaseRecords, BaseSummary } from '../snapshot/base-records.ts';

/** Every folder that is open from an image: mounts, and copies that are still there. */
export async function openedFolders(
  records: BaseRecords,
  mounts: readonly OpenedFolder[],
): Promise<readonly OpenedFolder[]> {
  const mounted = new Set(mounts.map(({ folder }) => folder));
  const bases = await records.list();
  const byFolder = new Map(bases.map((base) => [base.folder, base]));
  const copies = await Promise.all(bases.filter(({ folder }) => !mounted.has(folder)).map(copyOf));
  // A snapshot of a mount makes another layer the one that the next stands upon.
  const asMounted = mounts.map((one) => ({ ...one, ...layerIn(byFolder.get(one.folder)) }));
  return [...asMounted, ...copies.flatMap((one) => one ?? [])];
}

async function copyOf({ folder, identity, image, layer }: BaseSummary): Promise<OpenedFolder | undefined> {
  const found = await stat(folder, { bigint: true }).catch(() => undefined);
  if (!found || `${found.dev}:${found.ino}` !== identity) return undefined;
  const isImageThere = await exists(image);
  return {
    folder,
    output: folder,
    image,
    layer,
    openedBy: 'copy',
    isMount: false,
    ...(!isImageThere && { problem: `Its image ${image} is not there any more` }),
  };
}

function layerIn(base: BaseSummary | undefined): Partial<OpenedFolder> {
  return base ? { image: base.image, layer: base.layer } : {};
}

/** Period of looking at what is open while it is shown, in milliseconds: commands of a terminal open and close, too. */
const EVERY_MS = 2000;

/** Yields the open folders now and whenever they change; checks at once if `onChanged` reports something. */
export async function* watchOpened(
  look: () => Promise<readonly OpenedFolder[]>,
  onChanged: Subscribe<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly OpenedFolder[], void> {
  let last = '';
  let waiting = new AbortController();
  const off = onChanged(() => waiting.abort());
  try {
    while (!signal?.aborted) {
      waiting = new AbortController();
      const opened = await look();
      const text = JSON.stringify(opened);
      if (text !== last) yield opened;
      last = text;
      const until = signal ? AbortSignal.any([signal, waiting.signal]) : waiting.signal;
      await setTimeout(EVERY_MS, undefined, { signal: until }).catch(() => {});
    }
  } finally {
    off();
  }
}
