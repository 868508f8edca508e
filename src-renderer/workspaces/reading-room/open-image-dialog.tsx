import { type FormEvent, useId, useState } from 'react';
import type { ImageSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from '../workspaces.module.css';

export interface OpenImageDialogProps {
  readonly onRead: (image: ImageSummary) => void;
  readonly onClose: () => void;
}

/** Asks for an image, and has it checked and read. */
export function OpenImageDialog({ onRead, onClose }: OpenImageDialogProps) {
  const api = useApi();
  const form = useId();
  const doing = useAsyncAction();
  const [path, setPath] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    doing.run(async () => onRead(await api.workspaceImages.read({ path: path.trim() })));
  };
  return (
    <Dialog
      open
      title="Open image"
      description="An image is a workspace in one file, in layers. It is checked and shown to you; nothing of it runs until you trust it."
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={doing.isBusy || path.trim() === ''}>
            {doing.isBusy ? 'Checking…' : 'Read'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
        <TextField
          label="Image"
          hint="Its whole path, such as /home/me/agent.squashfs"
          value={path}
          onChange={(event) => setPath(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
