import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly action: string;
  readonly note?: string;
  /** Initial text of the field, selected. */
  readonly initial?: string;
  /** Longest name, in UTF-16 units. */
  readonly maxLength?: number;
  /** Reason why the name was refused; it stays in the field to be changed. */
  readonly problem?: string | undefined;
  readonly isBusy?: boolean;
  readonly onDone: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks what something is to be called. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, action, note, initial = '', maxLength = 100, problem, isBusy = false, onDone, onClose } = props;
  const form = useId();
  const [name, setName] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !isBusy) onDone(name.trim());
  };
  return (
    <Dialog
      open
      size="small"
      title={title}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isBusy || name.trim() === ''}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={label}
          maxLength={maxLength}
          onFocus={({ target }) => target.select()}
          value={name}
          error={problem}
          {...(note === undefined ? {} : { hint: note })}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}
