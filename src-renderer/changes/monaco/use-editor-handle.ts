import { useRef } from 'react';
import type { EditorHandle } from './monaco-diff.tsx';

type EditorCommand = 'focusHunk' | 'find';

/** Asks the editor for something, also while it is still to be loaded. */
export function useEditorHandle() {
  const handle = useRef<EditorHandle>(undefined);
  const pending = useRef<EditorCommand>(undefined);
  return useRef({
    ask: (wanted: EditorCommand) => {
      if (handle.current === undefined) pending.current = wanted;
      else handle.current[wanted]();
    },
    closeFind: () => handle.current?.closeFind() ?? false,
    onReady: (opened: EditorHandle | undefined) => {
      handle.current = opened;
      const wanted = pending.current;
      if (opened === undefined || wanted === undefined) return;
      pending.current = undefined;
      opened[wanted]();
    },
  }).current;
}
