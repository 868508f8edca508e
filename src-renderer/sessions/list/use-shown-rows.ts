import type { SessionSummary } from '#contract';
import { useLayout } from '../../state/layout.tsx';
import { useOpenWorkspaces, type WorkspaceGroup, workspaceGroups } from '../../state/workspaces.ts';
import { type DaySpan, spanOf } from '../../ui/days.ts';
import { type BranchPlaces, useBranchPlaces } from '../branches/use-branches.ts';

export const isRecord = ({ kind }: SessionSummary): boolean => kind === 'record';

export interface ShownRows {
  /** The conversations by workspace; none if there is one workspace alone. */
  readonly groups: readonly WorkspaceGroup<SessionSummary>[] | undefined;
  /** Sessions in the order in which they are shown. */
  readonly conversations: readonly SessionSummary[];
  readonly records: readonly SessionSummary[];
  /** Names branches by their folders, in which sessions work. */
  readonly branches: BranchPlaces;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/**
 * Selects the sessions whose titles match the search; the fold of the records opens for matches there, and for the
 * visible one.
 */
export function useShownRows(
  all: readonly SessionSummary[],
  { search, span }: { readonly search: string; readonly span: DaySpan | undefined },
  current: string | undefined,
): ShownRows {
  const [isOpened, setOpened] = useLayout('sessions.records', false);
  const words = search.trim().toLowerCase();
  const { since, until } = span === undefined ? { since: 0, until: Number.POSITIVE_INFINITY } : spanOf(span);
  const isOfTime = ({ updatedAt }: SessionSummary) => updatedAt >= since && updatedAt < until;
  const found = all.filter((session) => session.title.toLowerCase().includes(words) && isOfTime(session));
  const records = found.filter(isRecord);
  const isNeeded = words !== '' || records.some(({ id }) => id === current);
  const conversations = found.filter((session) => !isRecord(session));
  const branches = useBranchPlaces();
  // A session in a branch stands with those of the workspace that the branch is of.
  const open = useOpenWorkspaces().filter(({ path }) => branches[path] === undefined);
  const placeOf = ({ workspace }: SessionSummary) =>
    (workspace === undefined ? undefined : branches[workspace]?.workspace) ?? workspace;
  const groups = workspaceGroups(conversations, open, placeOf)?.filter(
    ({ items }) => (words === '' && span === undefined) || items.length > 0,
  );
  return {
    groups,
    conversations: groups?.flatMap(({ items }) => items) ?? conversations,
    records,
    branches,
    isOpen: isOpened || isNeeded,
    toggle: () => setOpened(!isOpened),
  };
}
