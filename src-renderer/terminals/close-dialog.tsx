import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Terminals and jobs that closing would interrupt. */
export interface CloseWarning {
  readonly terminals: readonly string[];
  readonly jobs: readonly string[];
}

export interface CloseDialogProps {
  readonly closing: CloseWarning | undefined;
  readonly onAnswer: (isAccepted: boolean) => void;
}

export function CloseDialog({ closing, onAnswer }: CloseDialogProps) {
  const jobs = closing?.jobs.join(', ') ?? '';
  return (
    <Dialog
      title="Close the terminal?"
      size="small"
      open={closing !== undefined}
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      description={`Still running: ${jobs}. Closing ends it.`}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>Keep open</Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            Close
          </Button>
        </>
      }
    />
  );
}
