/** Rewind: points of turns, and going back in a session, files and conversation, and forth again. */
import type { ImageWork } from '#contract';
import { AppError } from '#core/app-error';
import { type ApiRouter, os } from '#core/servers/procedures';
import type { RewindTarget } from './plan/read-record.ts';
import { Rewinder, type RewinderOptions } from './rewinder.ts';

export { type Point, Points, type PointsOptions, type TakePoint, type TurnPlace } from './points/points.ts';
export type { ConversationsPort, RewinderOptions } from './rewinder.ts';

/** The folder of a session before a message, and the image that is made of it. */
export interface PointToPack {
  readonly session: string;
  /** The `message.user` before which the folder is meant. */
  readonly message: string;
  /** Absolute path of the image. */
  readonly image: string;
}

/**
 * Packs a folder as it was before a message. @throws AppError NOT_FOUND if no such state was kept, CONFLICT if the image
 * is there, UNAVAILABLE, INVALID_INPUT
 */
export type PackPoint = (point: PointToPack, signal?: AbortSignal) => AsyncIterable<ImageWork>;

export function createRewind({ pack, ...options }: RewinderOptions & { readonly pack: PackPoint }) {
  const rewinder = new Rewinder(options);
  const router: ApiRouter['rewind'] = os.rewind.router({
    plan: os.rewind.plan.handler(({ input, signal }) => rewinder.plan(input.session, rewindTarget(input), signal)),
    diff: os.rewind.diff.handler(({ input }) => rewinder.diff(input.session, rewindTarget(input), input.path)),
    run: os.rewind.run.handler(({ input, signal }) => rewinder.run({ ...input, target: rewindTarget(input), signal })),
    pack: os.rewind.pack.handler(async function* ({ input, signal }) {
      yield* pack(input, signal);
    }),
  });
  return { router, plan: rewinder.plan.bind(rewinder), run: rewinder.run.bind(rewinder), pack };
}

function rewindTarget({
  message,
  redo,
}: {
  readonly message?: string | undefined;
  readonly redo?: string | undefined;
}): RewindTarget {
  if (message !== undefined && redo === undefined) return { message };
  if (redo !== undefined && message === undefined) return { redo };
  throw new AppError('INVALID_INPUT', 'Name either the message to go back to or the rewind to take back', {
    where: 'message',
  });
}
