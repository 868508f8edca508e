import { useCallback } from 'react';
import { useLayout } from '../../state/layout.tsx';
import { useEditorLoading } from '../monaco/editor-loading.tsx';
import type { DiffView } from './diff-header.tsx';

/** Keeps the look of the diff: the chosen one, or a list while there is no editor. */
export function useDiffLook() {
  const [wanted, setWanted] = useLayout<DiffView>('changes.look', 'side-by-side');
  const loading = useEditorLoading(wanted !== 'accessible');
  const { isPlain, showEditor } = loading;
  const look: DiffView = isPlain ? 'accessible' : wanted;
  const setLook = useCallback(
    (next: DiffView) => {
      setWanted(next);
      if (isPlain && next !== 'accessible') showEditor();
    },
    [setWanted, isPlain, showEditor],
  );
  return { look, setLook, loading, wanted };
}
