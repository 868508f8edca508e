import type { SessionSummary } from '#contract';

/**
 * Newest conversation of a list sorted newest first. A record is only shown when chosen, so that no message goes there
 * by mistake.
 */
export function newestConversation(sessions: readonly SessionSummary[]): SessionSummary | undefined {
  return sessions.find(({ kind }) => kind !== 'record');
}
