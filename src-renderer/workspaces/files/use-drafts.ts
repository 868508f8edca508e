import { useMemo, useSyncExternalStore } from 'react';
import { useLayoutPieces } from '../../state/layout.tsx';
import { type DraftStorage, FileDrafts } from './drafts.ts';

const draftsOf = new WeakMap<DraftStorage, FileDrafts>();

/** The drafts of this page, which are kept in its layout. */
export function useDrafts(): FileDrafts {
  const layout = useLayoutPieces();
  const drafts = draftsOf.get(layout) ?? new FileDrafts(layout);
  draftsOf.set(layout, drafts);
  return drafts;
}

/** Files of a workspace with unsaved text, relative to it. */
export function useUnsavedFiles(workspace: string): readonly string[] {
  const drafts = useDrafts();
  const names = useSyncExternalStore(drafts.subscribe, () => JSON.stringify(drafts.unsaved(workspace)));
  return useMemo(() => JSON.parse(names) as string[], [names]);
}
