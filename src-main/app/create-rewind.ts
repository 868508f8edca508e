import { createRewind, Points } from '#rewind';
import type { ChatFeature, EffectPorts } from './ports.ts';

/** Creates the points of turns, which are taken whatever starts the turn. */
export function createPoints({ cleanup, ledger, watch, log }: EffectPorts): Points {
  const takePoint = (workspace: string, signal?: AbortSignal) => watch.point(workspace, signal);
  return cleanup.use(new Points({ takePoint, ledger, onAppended: ledger.onAppended, log }));
}

/** Going back in a session, and forth again. */
export function createRewindFeature({ ledger, watch, workspaceOf, files }: EffectPorts, conversations: ChatFeature) {
  const takePoint = (workspace: string, signal?: AbortSignal) => watch.point(workspace, signal);
  return createRewind({ ledger, takePoint, workspaceOf, conversations, ...files.wayBack });
}
