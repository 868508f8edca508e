import type { Change, FileState } from '#contract';
import { changeSubject, type ProposedChange } from '../review/proposal.ts';
import { showPath } from '../review/target.ts';
import type { NetFile } from './net-files.ts';
import type { PastChange } from './past-change.ts';

export interface ListSources {
  readonly titleOf: (session: string) => string;
  readonly turnOf: (session: string, callId: string) => string | undefined;
}

/** Describes a waiting proposal as Changes lists it. */
export function changeOfProposal(proposal: ProposedChange, { titleOf, turnOf }: ListSources): Change {
  const { id, session, workspace, target, before, at, callId, sides } = proposal;
  const subject = changeSubject(proposal);
  const counts =
    subject.kind === 'change' && sides.kind === 'text'
      ? { addedLines: subject.addedLines, removedLines: subject.removedLines }
      : {};
  return {
    id,
    session,
    sessionTitle: titleOf(session),
    workspace,
    path: target.path,
    shownPath: target.shownPath,
    state: 'proposed',
    change: before ? 'modified' : 'created',
    origin: 'tool',
    ...counts,
    at,
    callId,
    turn: turnOf(session, callId) ?? callId,
    canUndo: false,
    canRedo: false,
  };
}

/** Describes the net change of one file as Changes lists it. */
export function changeOfPast(past: NetFile, sessionTitle: string): Change {
  const { id, since, session, at, turn, workspace, state, data, movedFrom, movedTo } = past;
  const { path, change, origin, by, addedLines, removedLines, callId, before, after, shared } = data;
  const shown = (one: string) => showPath(workspace, one);
  const modes = before && after && before.mode !== after.mode && { before: before.mode, after: after.mode };
  return {
    id,
    ...(since !== undefined && { since }),
    session,
    sessionTitle,
    ...(workspace !== undefined && { workspace }),
    path,
    shownPath: shown(path),
    state,
    change,
    origin,
    ...present({ by, addedLines, removedLines, callId, shared }),
    at,
    turn,
    ...(movedFrom !== undefined && { movedFrom: shown(movedFrom) }),
    ...(movedTo !== undefined && { movedTo: shown(movedTo) }),
    ...(modes && { modes }),
    ...waysBack(state, data),
  };
}

function waysBack(state: PastChange['state'], { change, before, after }: PastChange['data']) {
  return {
    canUndo: state !== 'undone' && state !== 'rejected' && (change === 'created' || hasKeptBytes(before)),
    canRedo: state === 'undone' && (change === 'deleted' || hasKeptBytes(after)),
  };
}

function hasKeptBytes(state: FileState | undefined): boolean {
  if (!state || state.notKept !== undefined) return false;
  return state.kind === 'directory' || state.hash !== undefined;
}

/** The fields that say something. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
