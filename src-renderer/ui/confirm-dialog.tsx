import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Labels of the dangerous button and of the safe one. */
  readonly confirm: string;
  readonly keep?: string;
  readonly onConfirm: () => void;
  /** Consequences of the action. */
  readonly children: ReactNode;
}

/** Asks before something is done that nothing brings back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onOpenChange, confirm, keep = 'Keep it', onConfirm, children } = props;
  return (
    <Dialog
      open={isOpen}
      title={title}
      size="small"
      onOpenChange={onOpenChange}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{keep}</Button>
          <Button variant="danger" onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
