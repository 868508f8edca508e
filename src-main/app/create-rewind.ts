import type { CallWatches } from '#call-watch';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import type { Ledger } from '#ledger';
import { type ConversationsPort, createRewind, Points } from '#rewind';
import type { createEffects } from './create-effects.ts';
import type { WorkspaceLookup } from './session-workspaces.ts';

type Files = Awaited<ReturnType<typeof createEffects>>['files'];

export interface RewindFeatureOptions extends Pick<WorkspaceLookup, 'workspaceOf'> {
  readonly cleanup: CleanupStack;
  readonly ledger: Ledger;
  readonly watch: Pick<CallWatches, 'point'>;
  readonly log: Logger;
}

/** Creates the points of turns, which are taken whatever starts the turn. */
export function createPoints({ cleanup, ledger, watch, log }: Omit<RewindFeatureOptions, 'workspaceOf'>): Points {
  const takePoint = (workspace: string, signal?: AbortSignal) => watch.point(workspace, signal);
  return cleanup.use(new Points({ takePoint, ledger, onAppended: ledger.onAppended, log }));
}

/** Going back in a session, and forth again. */
export function createRewindFeature({
  ledger,
  watch,
  workspaceOf,
  files,
  conversations,
}: Pick<RewindFeatureOptions, 'ledger' | 'watch' | 'workspaceOf'> & {
  readonly files: Pick<Files, 'wayBack'>;
  readonly conversations: ConversationsPort;
}) {
  const takePoint = (workspace: string, signal?: AbortSignal) => watch.point(workspace, signal);
  return createRewind({ ledger, takePoint, workspaceOf, conversations, ...files.wayBack });
}
