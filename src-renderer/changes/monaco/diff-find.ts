import type { editor, IDisposable } from '../../editor/monaco.ts';

export interface DiffFind extends IDisposable {
  /** Opens Monaco's find in the side that has the focus, else in the proposed one. */
  open(): void;
  /** Closes it on both sides; whether there was anything to close. */
  close(): boolean;
}

/** Part of Monaco's own find that is used here, which its typings leave out. */
interface FindController extends editor.IEditorContribution {
  getState(): {
    readonly isRevealed: boolean;
    onFindReplaceStateChange(listener: (event: { readonly isRevealed: boolean }) => void): IDisposable;
  };
}

/** Find in both sides of a diff; when it closes, the focus goes back to where it came from. */
export function diffFind(view: editor.IDiffEditor): DiffFind {
  const sides = [view.getOriginalEditor(), view.getModifiedEditor()];
  let cameFrom: HTMLElement | undefined;
  const stateOf = (side: editor.ICodeEditor) =>
    side.getContribution<FindController>('editor.contrib.findController')?.getState();
  const onClosed = (state: ReturnType<typeof stateOf>) =>
    state?.onFindReplaceStateChange(({ isRevealed }) => {
      if (!isRevealed || state.isRevealed) return;
      const target = cameFrom;
      cameFrom = undefined;
      // Monaco puts the focus into its text first.
      if (target !== undefined) requestAnimationFrame(() => target.isConnected && target.focus());
    });
  const listeners = sides.map((side) => onClosed(stateOf(side)));
  return {
    open: () => {
      const focused = sides.find((side) => side.hasWidgetFocus());
      const active = document.activeElement;
      if (focused === undefined && active instanceof HTMLElement) cameFrom = active;
      const side = focused ?? view.getModifiedEditor();
      side.focus();
      side.trigger('sigma', 'actions.find', undefined);
    },
    close: () => {
      const open = sides.filter((side) => stateOf(side)?.isRevealed);
      for (const side of open) side.trigger('sigma', 'closeFindWidget', undefined);
      return open.length > 0;
    },
    dispose: () => {
      for (const listener of listeners) listener?.dispose();
    },
  };
}
