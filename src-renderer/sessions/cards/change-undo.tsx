import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { UndoButton } from '../../ui/undo-button.tsx';
import { useHeldFocus } from '../../ui/use-held-focus.ts';
import type { ToolItem } from '../items/tool-item.ts';
import styles from './change-undo.module.css';

export interface ChangeUndoProps {
  readonly session: string;
  readonly change: ToolItem['changes'][number];
}

/** Undo for a change that stands; for one that was undone, that it was, and the way to have it again. */
export function ChangeUndo({ session, change }: ChangeUndoProps) {
  const { event, path, shared, undone } = change;
  const isUndone = undone !== undefined;
  const held = useHeldFocus<HTMLSpanElement>(String(isUndone));
  return (
    <span {...held} className={styles.place} tabIndex={-1}>
      {isUndone ? <span className={styles.undone}>Undone</span> : undefined}
      {isUndone ? undefined : <UndoButton session={session} event={event} path={path} shared={shared} />}
      {undone?.event === undefined ? undefined : (
        <RedoButton key={undone.event} session={session} event={undone.event} path={path} />
      )}
    </span>
  );
}

/** Undoes an undoing once: after that, the record tells that the change stands again. */
function RedoButton({
  session,
  event,
  path,
}: {
  readonly session: string;
  readonly event: string;
  readonly path: string;
}) {
  const api = useApi();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isAsked, setAsked] = useState(false);
  const redo = () => {
    if (isAsked) return;
    setAsked(true);
    setProblem(undefined);
    api.changes.undo({ session, event }).then(
      () => announce(`Redone: ${path}`),
      (error: unknown) => {
        setAsked(false);
        setProblem(failureText('Not redone', error));
      },
    );
  };
  return (
    <>
      {problem === undefined ? undefined : <span role="alert">{problem}</span>}
      {/* A disabled button would lose the focus. */}
      <Button size="small" variant="ghost" aria-disabled={isAsked} onClick={redo}>
        Redo
      </Button>
    </>
  );
}
