import { useState } from 'react';
import { useIsMounted } from '../../state/use-is-mounted.ts';
import { NameDialog, type NameDialogProps } from '../browser/name-dialog.tsx';

export interface SaveNameDialogProps extends Pick<NameDialogProps, 'title' | 'label' | 'action' | 'note' | 'onClose'> {
  /** Saves under the name; whether that was done. */
  readonly save: (name: string) => Promise<boolean>;
  /** Reason why it was not saved the last time. */
  readonly problem: string | undefined;
}

/** Asks for a name to save under. It stays until that is done, and a refusal leaves it with what was typed. */
export function SaveNameDialog({ save, problem, onClose, ...words }: SaveNameDialogProps) {
  const [state, setState] = useState<'asking' | 'saving' | 'refused'>('asking');
  // An answer that comes after it was closed does not close the next one.
  const isOpen = useIsMounted();
  const saveAs = async (name: string) => {
    setState('saving');
    const isSaved = await save(name);
    if (!isOpen()) return;
    if (isSaved) onClose();
    else setState('refused');
  };
  return (
    <NameDialog
      {...words}
      isBusy={state === 'saving'}
      problem={state === 'refused' ? problem : undefined}
      onDone={(name) => void saveAs(name)}
      onClose={onClose}
    />
  );
}
