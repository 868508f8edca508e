import type { SessionSummary } from '#contract';
import type { Sessions } from './sessions.ts';
import { DEFAULT_TITLE } from './summary-fold.ts';

/**
 * The newest session of a workspace in which nothing has been done, as far as the list has been read; a new one where there is none.
 *
 * @throws AppError UNAVAILABLE, INVALID_INPUT when the workspace cannot be opened
 */
export async function emptySession(sessions: Sessions, workspace: string): Promise<SessionSummary> {
  for await (const listed of sessions.changed()) {
    const found = listed.find((session) => session.workspace === workspace && isEmpty(session));
    if (found) return found;
    break;
  }
  return await sessions.create({ workspace });
}

function isEmpty({ kind, state, messages, title }: SessionSummary): boolean {
  return kind === 'conversation' && state === 'idle' && messages === 0 && title === DEFAULT_TITLE;
}
