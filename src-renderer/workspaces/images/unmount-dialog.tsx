import { useState } from 'react';
import type { OpenedFolder } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorProblems } from '../../state/error-text.ts';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import workspaceStyles from '../workspaces.module.css';
import styles from './images.module.css';

export interface UnmountDialogProps {
  readonly opened: OpenedFolder;
  readonly onSnapshot: () => void;
  readonly onClose: () => void;
}

/** Closes a folder that shows a layer; changes that are in no snapshot are named first. */
export function UnmountDialog({ opened, onSnapshot, onClose }: UnmountDialogProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const unmount = (discards: boolean) =>
    doing.run(async () => {
      try {
        await api.workspaceImages.unmount({ folder: opened.folder, discards });
        onClose();
      } catch (error) {
        setUnsaved(errorProblems(error).map(({ path }) => path));
        throw error;
      }
    });
  const { isBusy } = doing;
  return (
    <Dialog
      open
      title="Unmount"
      description="Everything that runs in the workspace ends, and its folder is closed. The image stays as it is."
      onOpenChange={onClose}
      actions={
        unsaved.length === 0 ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={isBusy} onClick={() => unmount(false)}>
              Unmount
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="danger" disabled={isBusy} onClick={() => unmount(true)}>
              Discard and unmount
            </Button>
            <Button variant="primary" disabled={isBusy} onClick={onSnapshot}>
              Snapshot first
            </Button>
          </>
        )
      }
    >
      <div className={workspaceStyles.form}>
        {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
        {unsaved.length === 0 ? (
          <p>
            <VisibleText text={opened.output} />
          </p>
        ) : (
          <ul className={styles.names} aria-label="Changes in no snapshot">
            {unsaved.map((path) => (
              <li key={path}>
                <VisibleText text={path} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
