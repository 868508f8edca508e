import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface RemoveQuestionProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onRemove: () => void;
  /** What goes with it. */
  readonly children: ReactNode;
}

/** Asks before something is removed that nothing brings back. */
export function RemoveQuestion({ title, isOpen, onOpenChange, onRemove, children }: RemoveQuestionProps) {
  return (
    <Dialog
      open={isOpen}
      title={title}
      size="small"
      onOpenChange={onOpenChange}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep it</Button>
          <Button variant="danger" onClick={onRemove}>
            Remove it
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
