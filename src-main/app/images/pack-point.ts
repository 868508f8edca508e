import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { ImageWork } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { type OnProgress, workStream } from '#core/async/work-stream';
import { removeFolder } from '#core/files/remove-folder';
import type { Logger } from '#core/logger';
import type { createImages } from '#images/feature';
import { knownEvent, type LaidOutWithout, type Ledger, layOutTree } from '#ledger';
import { writeAttributes } from '#process/file-attributes';
import type { PackPoint } from '#rewind';

export interface PointPackerOptions {
  readonly ledger: Ledger;
  readonly dataFolder: string;
  readonly log: Logger;
  readonly images: Pick<ReturnType<typeof createImages>, 'pack'>;
}

/** Paths that are not in it and are named, at most. */
const MAX_NAMED = 20;

/** Packs folders as they were before messages. */
export function pointPacker({ ledger, dataFolder, images, log }: PointPackerOptions): PackPoint {
  const folder = join(dataFolder, 'packing');
  const remove = (path: string) =>
    removeFolder(path).catch((error: unknown) => log.warn('packing.left', { path, error: messageOf(error) }));
  // What a crash left there is nobody's.
  let cleared: Promise<void> | undefined;
  return ({ session, message, image }, signal) =>
    workStream(signal, async (cancelled, progress) => {
      if (!isAbsolute(image)) throw new AppError('INVALID_INPUT', `${image} is not an absolute path`, { where: image });
      const { root, snapshot } = await pointBefore(ledger, session, message);
      cleared ??= remove(folder);
      await cleared;
      const into = join(folder, randomUUID());
      await mkdir(into, { recursive: true, mode: 0o700 });
      try {
        const { content } = ledger;
        const without = await layOutTree(snapshot, { content, writeAttributes, into, signal: cancelled });
        cancelled.throwIfAborted();
        const place = { folder: into, stateOf: root, output: image } as const;
        const packing = images.pack({ ...place, replaces: false, codec: 'zstd', secrets: [] }, cancelled);
        const { path, layer, summary, remarks } = await workEnd(packing, progress);
        const missing = [...without.slice(0, MAX_NAMED).map(leftOutLine), ...more(without)];
        return { path, ...(layer !== undefined && { layer }), summary, remarks: [...remarks, ...missing] };
      } finally {
        await remove(into);
      }
    });
}

/** The first point that was taken after a message was sent: until then nothing of the session had written. */
async function pointBefore(ledger: Ledger, session: string, message: string) {
  let isAfter = false;
  for await (const any of (await ledger.session(session)).read()) {
    isAfter ||= any.id === message;
    if (!isAfter || any.type !== 'point.taken') continue;
    const event = knownEvent(any);
    if (event?.type === 'point.taken' && event.data.at === 'before') return event.data;
  }
  throw new AppError(
    'NOT_FOUND',
    'Nothing of this session wrote after that message, so no state of the folder was kept',
    {
      advice: 'The folder as it is now can be packed in Workspaces, or with sigma workspace pack',
    },
  );
}

async function workEnd(
  work: AsyncIterable<ImageWork>,
  progress: OnProgress,
): Promise<Extract<ImageWork, { kind: 'ended' }>> {
  for await (const one of work) {
    if (one.kind === 'ended') return one;
    progress(one.done, one.all ?? 0);
  }
  throw new AppError('CANCELLED', 'Packing was cancelled');
}

const leftOutLine = ({ path, why }: LaidOutWithout) => `Not in it: ${path} (${why})`;

const more = ({ length }: readonly LaidOutWithout[]) => (length > MAX_NAMED ? [`and ${length - MAX_NAMED} more`] : []);
