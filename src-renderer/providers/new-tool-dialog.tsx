import { type FormEvent, useId, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useAsyncAction } from '../state/use-async-action.ts';
import { useIsMounted } from '../state/use-is-mounted.ts';
import { announce } from '../ui/announce.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './attach-dialog.module.css';

export interface NewToolDialogProps {
  readonly workspace: string;
  /** The new package is there; it can be attached now. */
  readonly onMade: (path: string) => void;
  readonly onClose: () => void;
}

/** Writes a sample package into a new folder, to be changed and attached. */
export function NewToolDialog({ workspace, onMade, onClose }: NewToolDialogProps) {
  const api = useApi();
  const form = useId();
  const [folder, setFolder] = useState(workspace);
  const [name, setName] = useState('my-tools');
  const doing = useAsyncAction();
  const isMounted = useIsMounted();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    doing.run(async () => {
      const { path } = await api.providers.newPackage({ folder: folder.trim(), name: name.trim() });
      // A person who has left the dialog goes on with something else.
      if (isMounted()) onMade(path);
      else announce(`Written to ${path}`);
    });
  };
  return (
    <Dialog
      open
      title="New TypeScript tool"
      description="Writes a small package with two functions and their types into a new folder. Change them, then attach it: each exported function becomes a tool."
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={doing.isBusy || folder.trim() === '' || name.trim() === ''}
          >
            Write it
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
        <TextField label="In the folder" value={folder} onChange={(event) => setFolder(event.target.value)} />
        <TextField
          label="Name of the package"
          value={name}
          hint={`It is written to ${folder.trim().replace(/\/$/, '')}/${name.trim()}.`}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
