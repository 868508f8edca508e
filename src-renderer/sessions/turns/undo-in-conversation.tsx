import { type ReactNode, useMemo } from 'react';
import { LeftDialog } from '../../turns/left-dialog.tsx';
import { TurnUndoContext } from '../../turns/turn-undo.ts';
import { useTurnUndo } from '../../turns/use-turn-undo.ts';
import { Banner } from '../../ui/banner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

/** The way back for the turns of a conversation. What an undo came to is a line of the conversation; why there was none is said here. */
export function UndoInConversation({ children }: { readonly children: ReactNode }) {
  const { start, isBusy, asking, goOn, cancel, problem, dismiss } = useTurnUndo();
  const undoing = useMemo(() => ({ start, isBusy }), [start, isBusy]);
  return (
    <TurnUndoContext value={undoing}>
      {problem === undefined ? undefined : (
        <Banner level="error" onDismiss={dismiss}>
          <VisibleText text={problem} />
        </Banner>
      )}
      {children}
      {asking === undefined ? undefined : <LeftDialog {...asking} onGoOn={goOn} onCancel={cancel} />}
    </TurnUndoContext>
  );
}
