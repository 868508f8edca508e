import type { SessionSummary } from '#contract';

/** Of a list with the newest first. A record is shown when somebody chooses it, so that no message goes there unmeant. */
export function newestConversation(sessions: readonly SessionSummary[]): SessionSummary | undefined {
  return sessions.find(({ kind }) => kind !== 'record');
}
