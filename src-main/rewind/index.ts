/** Rewind: points of turns, and going back in a session, files and conversation, and forth again. */
import { AppError } from '#core/app-error';
import { type ApiRouter, os } from '#core/procedures';
import type { RewindTarget } from './plan/read-record.ts';
import { Rewinder, type RewinderOptions } from './rewinder.ts';

export { type Point, Points, type PointsOptions, type TakePoint, type TurnPlace } from './points/points.ts';
export type { ConversationsPort, RewinderOptions } from './rewinder.ts';

export function createRewind(options: RewinderOptions) {
  const rewinder = new Rewinder(options);
  const router: ApiRouter['rewind'] = os.rewind.router({
    plan: os.rewind.plan.handler(({ input }) => rewinder.plan(input.session, rewindTarget(input))),
    diff: os.rewind.diff.handler(({ input }) => rewinder.diff(input.session, rewindTarget(input), input.path)),
    run: os.rewind.run.handler(({ input }) => rewinder.run({ ...input, target: rewindTarget(input) })),
  });
  return { router, plan: rewinder.plan.bind(rewinder), run: rewinder.run.bind(rewinder) };
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
