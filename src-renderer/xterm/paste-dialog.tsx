import { LongText } from '../text/long-text.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { PreparedPaste } from './paste.ts';
import styles from './paste-dialog.module.css';

export interface PasteDialogProps {
  readonly paste: PreparedPaste | undefined;
  readonly onAnswer: (isAccepted: boolean) => void;
}

/** Asks before a paste whose lines the program would take as entered, each as soon as it is pasted. */
export function PasteDialog({ paste, onAnswer }: PasteDialogProps) {
  const lines = paste?.enteredLines ?? 0;
  const text = paste?.data.replaceAll('\r', '\n') ?? '';
  return (
    <Dialog
      title={lines === 1 ? 'Paste a whole line?' : `Paste ${lines} lines?`}
      open={paste !== undefined}
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      description="The program cannot tell a paste from typing: each line runs at once, as if you had pressed Enter."
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => onAnswer(true)}>
            Paste
          </Button>
        </>
      }
    >
      <pre className={styles.pasted}>
        <LongText text={text} />
      </pre>
    </Dialog>
  );
}
