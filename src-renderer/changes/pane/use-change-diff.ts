import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Api, Change, Diff } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { type DiffState, DiffStore, nothingLoaded, proposedText } from './diff-store.ts';

export interface ChangeDiff extends DiffState {
  /** Takes what the person typed into the proposed side. */
  readonly edit: (proposed: string) => void;
  /** Sends what was typed at once and answers with the diff as it is then; undefined if that failed. */
  readonly settle: () => Promise<Diff | undefined>;
  /** The proposed side at this very moment, what was just typed included; a render may be behind it. */
  readonly textNow: () => string | undefined;
}

/** Pause after which the next diff is fetched, in milliseconds. */
const AHEAD_AFTER_MS = 300;

/** One change's diff, kept up to date while it waits, with what is typed into its proposed side. `next` is fetched ahead. */
export function useChangeDiff(change: Change | undefined, next?: Change): ChangeDiff {
  const api = useApi();
  const [, redraw] = useState(0);
  const desk = useDesk(api, () => redraw((count) => count + 1));
  const { id, since } = change ?? {};

  // biome-ignore lint/correctness/useExhaustiveDependencies: every announcement of the change may be a new revision.
  useEffect(() => {
    if (id !== undefined) desk.load(id, since);
  }, [desk, id, since, change]);
  useEffect(() => () => (id === undefined ? undefined : desk.leave(id)), [desk, id]);

  const isThere = id !== undefined && desk.get(id).diff !== undefined;
  const nextId = isThere ? next?.id : undefined;
  useEffect(() => {
    if (nextId === undefined) return;
    const timer = setTimeout(() => desk.ahead(nextId), AHEAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [desk, nextId]);

  const edit = useCallback((proposed: string) => (id === undefined ? undefined : desk.edit(id, proposed)), [desk, id]);
  const settle = useCallback(async () => (id === undefined ? undefined : desk.settle(id)), [desk, id]);
  const textNow = useCallback(() => (id === undefined ? undefined : proposedText(desk.get(id))), [desk, id]);
  return { ...(id === undefined ? nothingLoaded : desk.get(id)), edit, settle, textNow };
}

function useDesk(api: Api, onChange: () => void): DiffStore {
  const latest = useRef(onChange);
  latest.current = onChange;
  const desk = useMemo(() => new DiffStore(api.changes, () => latest.current()), [api]);
  useEffect(() => () => desk.sendAll(), [desk]);
  return desk;
}
