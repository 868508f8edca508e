import type { Change, FileState } from '#contract';
import type { PastChange } from './change-history.ts';
import { type Proposal, subjectOf } from './proposal.ts';
import { showPath } from './target.ts';

export interface ListSources {
  readonly proposals: readonly Proposal[];
  /** Newest first. */
  readonly past: readonly PastChange[];
  readonly titleOf: (session: string) => string;
  readonly workspace: string;
}

/** The list of Changes: what waits, oldest first, then what happened, newest first. */
export function listChanges({ proposals, past, titleOf, workspace }: ListSources): Change[] {
  return [
    ...proposals.map((proposal) => ofProposal(proposal, titleOf)),
    ...past.map((change) => ofPast(change, titleOf, workspace)),
  ];
}

function ofProposal(proposal: Proposal, titleOf: ListSources['titleOf']): Change {
  const { id, session, target, before, at, callId, sides } = proposal;
  const subject = subjectOf(proposal);
  const counts =
    subject.kind === 'change' && sides.kind === 'text'
      ? { addedLines: subject.addedLines, removedLines: subject.removedLines }
      : {};
  return {
    id,
    session,
    sessionTitle: titleOf(session),
    path: target.path,
    shownPath: target.shownPath,
    state: 'proposed',
    change: before ? 'modified' : 'created',
    origin: 'tool',
    ...counts,
    at,
    callId,
    canUndo: false,
  };
}

function ofPast(
  { id, session, at, workspace: own, state, data }: PastChange,
  titleOf: ListSources['titleOf'],
  workspace: string,
): Change {
  const { path, change, origin, addedLines, removedLines, callId, before } = data;
  return {
    id,
    session,
    sessionTitle: titleOf(session),
    path,
    shownPath: showPath(own ?? workspace, path),
    state,
    change,
    origin,
    ...(addedLines !== undefined && { addedLines }),
    ...(removedLines !== undefined && { removedLines }),
    at,
    ...(callId !== undefined && { callId }),
    canUndo: state !== 'undone' && state !== 'rejected' && (change === 'created' || isKept(before)),
  };
}

function isKept(state: FileState | undefined): boolean {
  if (!state || state.notKept !== undefined) return false;
  return state.kind === 'directory' || state.hash !== undefined;
}
