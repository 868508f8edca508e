import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageWork } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { removeFolder } from '#core/remove-folder';
import type { createImages } from '#images/feature';
import { knownEvent, type LaidOutWithout, type Ledger, layOutTree } from '#ledger';
import { writeAttributes } from '#process/file-attributes';

export interface PointPackerOptions {
  readonly ledger: Ledger;
  readonly dataFolder: string;
  readonly log: Logger;
  readonly images: Pick<ReturnType<typeof createImages>, 'pack'>;
}

export interface PointToPack {
  readonly session: string;
  /** The `message.user` before which the folder is meant. */
  readonly message: string;
  /** Absolute path of the image. */
  readonly image: string;
}

/** Paths that are not in it and are named, at most. */
const MOST_NAMED = 20;

/** Packs folders as they were before messages. */
export function pointPacker({ ledger, dataFolder, images, log }: PointPackerOptions) {
  const folder = join(dataFolder, 'packing');
  const remove = (path: string) =>
    removeFolder(path).catch((error: unknown) => log.warn('packing.left', { path, error: messageOf(error) }));
  // What a crash left there is nobody's.
  let cleared: Promise<void> | undefined;
  return async ({ session, message, image }: PointToPack): Promise<string> => {
    const { root, snapshot } = await pointBefore(ledger, session, message);
    cleared ??= remove(folder);
    await cleared;
    const into = join(folder, randomUUID());
    await mkdir(into, { recursive: true, mode: 0o700 });
    try {
      const without = await layOutTree(snapshot, { content: ledger.content, writeAttributes, into });
      const wish = { folder: into, stateOf: root, output: image, replaces: false, codec: 'zstd', secrets: [] } as const;
      const { summary, remarks } = await workEnd(images.pack(wish));
      return [
        `${summary}: ${image}`,
        ...remarks,
        ...without.slice(0, MOST_NAMED).map(leftOutLine),
        ...more(without),
      ].join('\n');
    } finally {
      await remove(into);
    }
  };
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

async function workEnd(work: AsyncIterable<ImageWork>): Promise<Extract<ImageWork, { kind: 'ended' }>> {
  for await (const one of work) if (one.kind === 'ended') return one;
  throw new AppError('CANCELLED', 'Packing was cancelled');
}

const leftOutLine = ({ path, why }: LaidOutWithout) => `Not in it: ${path} (${why})`;

const more = ({ length }: readonly LaidOutWithout[]) =>
  length > MOST_NAMED ? [`and ${length - MOST_NAMED} more`] : [];
