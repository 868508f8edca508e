import type { SessionSummary } from '#contract';
import type { Sessions } from './sessions.ts';
import { DEFAULT_TITLE } from './summary-fold.ts';

/**
 * The newest conversation in a workspace, or with `isFresh` the newest in which nothing has been done; a new one where there is
 * none. As far as the list has been read.
 *
 * @throws AppError UNAVAILABLE, INVALID_INPUT when the workspace cannot be opened
 */
export async function sessionIn(
  sessions: Sessions,
  workspace: string,
  { isFresh }: { readonly isFresh: boolean },
): Promise<SessionSummary> {
  for await (const listed of sessions.changed()) {
    const here = listed.filter((session) => session.workspace === workspace && session.kind === 'conversation');
    const found = isFresh ? here.find(isEmpty) : here[0];
    if (found) return found;
    break;
  }
  return await sessions.create({ workspace });
}

function isEmpty({ state, messages, title }: SessionSummary): boolean {
  return state === 'idle' && messages === 0 && title === DEFAULT_TITLE;
}
