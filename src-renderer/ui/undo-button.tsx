import { useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { errorCode, errorText, failureText } from '../state/error-text.ts';
import { announce } from './announce.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { VisibleText } from './visible-text.tsx';

export interface UndoButtonProps {
  readonly session: string;
  /** The change's event on the ledger. */
  readonly event: string;
  readonly path: string;
  /** Sentence naming what else may have made the change: then the host asks before it undoes it. */
  readonly shared?: string | undefined;
  readonly isProminent?: boolean;
}

/** Puts a file back as it was before one change; asks first when the file has changed since. */
export function UndoButton({ session, event, path, shared, isProminent = false }: UndoButtonProps) {
  const api = useApi();
  const [conflict, setConflict] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [state, setState] = useState<'ready' | 'undoing' | 'undone'>('ready');

  const undo = async (force: boolean) => {
    if (state !== 'ready') return;
    setState('undoing');
    setProblem(undefined);
    setConflict(undefined);
    try {
      await api.changes.undo({ session, event, force });
      announce(`Undone: ${path}`);
      setState('undone');
    } catch (error) {
      setState('ready');
      if (errorCode(error) === 'CONFLICT' && !force) setConflict(errorText(error));
      else setProblem(failureText('Not undone', error));
    }
  };

  return (
    <>
      <Button
        size={isProminent ? 'medium' : 'small'}
        variant={isProminent ? 'default' : 'ghost'}
        // A disabled button would lose the focus, which the question gives back.
        aria-disabled={state !== 'ready'}
        onClick={() => void undo(false)}
      >
        {state === 'undone' ? 'Undone' : 'Undo'}
      </Button>
      {problem === undefined ? undefined : <span role="alert">{problem}</span>}
      <Dialog
        open={conflict !== undefined}
        title={shared === undefined ? `${path} has changed since` : `Undo the change of ${path}?`}
        onOpenChange={() => setConflict(undefined)}
        actions={
          <>
            <Button onClick={() => setConflict(undefined)}>Keep the file</Button>
            <Button variant="danger" onClick={() => void undo(true)}>
              Undo anyway
            </Button>
          </>
        }
      >
        <p>
          <VisibleText text={conflict ?? ''} />
        </p>
        {shared === undefined || conflict?.includes(shared) ? undefined : (
          <p>
            <VisibleText text={shared} />
          </p>
        )}
        <p>“Undo anyway” keeps the present content on the record first, so that this can be undone too.</p>
      </Dialog>
    </>
  );
}
