import { type RefObject, useCallback, useRef, useState } from 'react';
import type { useEditorHandle } from '../monaco/use-editor-handle.ts';
import type { DiffView } from './diff-header.tsx';

export interface FindOptions {
  readonly look: DiffView;
  readonly editor: ReturnType<typeof useEditorHandle>;
  readonly region: RefObject<HTMLElement | null>;
}

/** Find in the diff as it is shown: Monaco's own, or the bar above the accessible list. */
export function useDiffFind({ look, editor, region }: FindOptions) {
  const [isOpen, setOpen] = useState(false);
  const cameFrom = useRef<Element>(undefined);

  const open = useCallback(() => {
    if (look !== 'accessible') {
      editor.ask('find');
      return;
    }
    const field = region.current?.querySelector<HTMLInputElement>('input[aria-label="Find in the diff"]');
    if (field != null) field.focus();
    else cameFrom.current = document.activeElement ?? undefined;
    setOpen(true);
  }, [look, editor, region]);
  const close = useCallback(() => {
    setOpen(false);
    const before = cameFrom.current;
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    (isThere ? before : region.current)?.focus();
  }, [region]);
  return { isOpen: isOpen && look === 'accessible', open, close };
}
