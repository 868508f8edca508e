import type { Change, FileState } from '#contract';
import type { PastChange } from './past-change.ts';
import { type Proposal, subjectOf } from './proposal.ts';
import { showPath } from './target.ts';

export interface ListSources {
  readonly proposals: readonly Proposal[];
  /** Newest first. */
  readonly past: readonly PastChange[];
  readonly titleOf: (session: string) => string;
  readonly turnOf: (session: string, callId: string) => string | undefined;
}

/** The list of Changes: what waits, oldest first, then what happened, newest first; files of one turn stand together. */
export function listChanges(sources: ListSources): Change[] {
  const { proposals, past, titleOf } = sources;
  return [
    ...together(proposals.map((proposal) => ofProposal(proposal, sources))),
    ...together(past.map((change) => ofPast(change, titleOf))),
  ];
}

/** Each set where its first stands. */
function together(changes: readonly Change[]): Change[] {
  const sets = new Map<string, Change[]>();
  for (const change of changes) {
    const key = change.turn === undefined ? change.id : `${change.session} ${change.turn}`;
    const set = sets.get(key);
    if (set) set.push(change);
    else sets.set(key, [change]);
  }
  return [...sets.values()].flat();
}

function ofProposal(proposal: Proposal, { titleOf, turnOf }: ListSources): Change {
  const turn = turnOf(proposal.session, proposal.callId);
  const { id, session, workspace, target, before, at, callId, sides } = proposal;
  const subject = subjectOf(proposal);
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
    ...(turn !== undefined && { turn }),
    canUndo: false,
    canRedo: false,
  };
}

function ofPast(
  { id, session, at, turn, workspace, state, data, movedFrom, movedTo }: PastChange,
  titleOf: ListSources['titleOf'],
): Change {
  const { path, change, origin, by, addedLines, removedLines, callId, before, after, shared } = data;
  const shown = (one: string) => showPath(workspace, one);
  const modes = before && after && before.mode !== after.mode && { before: before.mode, after: after.mode };
  return {
    id,
    session,
    sessionTitle: titleOf(session),
    ...(workspace !== undefined && { workspace }),
    path,
    shownPath: shown(path),
    state,
    change,
    origin,
    ...present({ by, addedLines, removedLines, callId, shared }),
    at,
    ...(turn !== undefined && { turn }),
    ...(movedFrom !== undefined && { movedFrom: shown(movedFrom) }),
    ...(movedTo !== undefined && { movedTo: shown(movedTo) }),
    ...(modes && { modes }),
    ...waysBack(state, data),
  };
}

function waysBack(state: PastChange['state'], { change, before, after }: PastChange['data']) {
  return {
    canUndo: state !== 'undone' && state !== 'rejected' && (change === 'created' || isKept(before)),
    canRedo: state === 'undone' && (change === 'deleted' || isKept(after)),
  };
}

function isKept(state: FileState | undefined): boolean {
  if (!state || state.notKept !== undefined) return false;
  return state.kind === 'directory' || state.hash !== undefined;
}

/** The fields that say something. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
