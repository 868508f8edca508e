import type { Hunk } from '#contract';
import type { editor, IDisposable } from '../../editor/monaco.ts';
import { proposedLines } from '../decorations/hunk-decorations.ts';

/** Calls `onSeen` once the end of the last hunk is among the lines in view. */
export function whenEndSeen(
  view: editor.IDiffEditor,
  hunksNow: () => readonly Hunk[],
  onSeen: () => void,
): IDisposable & { look(): void } {
  const side = view.getModifiedEditor();
  const look = () => {
    const last = hunksNow().at(-1);
    if (last === undefined || side.getLayoutInfo().height === 0) return;
    const [, line] = proposedLines(last);
    const end = Math.min(line, side.getModel()?.getLineCount() ?? line);
    if (side.getVisibleRanges().some((range) => range.endLineNumber >= end && range.startLineNumber <= end)) onSeen();
  };
  const listeners = [side.onDidScrollChange(look), side.onDidLayoutChange(look), view.onDidUpdateDiff(look)];
  return {
    look,
    dispose: () => {
      for (const listener of listeners) listener.dispose();
    },
  };
}
