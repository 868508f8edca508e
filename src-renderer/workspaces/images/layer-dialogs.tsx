import { type ReactNode, useState } from 'react';
import { type ImageJob, type OpenImageWork, useImageWork } from '../../state/use-image-work.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { WorkView } from '../../ui/work-view.tsx';
import { layerName } from '../reading-room/layer-order.ts';
import workspaceStyles from '../workspaces.module.css';
import styles from './images.module.css';
import type { LayerDialogProps } from './tag-dialog.tsx';

interface ChangingProps extends LayerDialogProps {
  readonly onDone: () => void;
}

/** Makes a layer stand by itself. */
export function SquashDialog({ image, layer, onClose, onDone }: ChangingProps) {
  const work = useImageWork();
  const [drops, setDrops] = useState(false);
  const request = { path: image.path, layer: layer.uuid, drops };
  return (
    <WorkDialog
      title="Squash"
      description={`The layer ${layerName(layer)} then holds everything it shows and needs no other layer.`}
      button="Squash"
      work={work}
      onClose={onClose}
      onDone={onDone}
      open={(api, signal) => api.workspaceImages.squash(request, { signal })}
    >
      <label className={styles.tick}>
        <input type="checkbox" checked={drops} onChange={({ target }) => setDrops(target.checked)} />
        Delete layers below it that nothing needs any more; nothing brings them back
      </label>
    </WorkDialog>
  );
}

/** Deletes a layer on which no other stands. */
export function DeleteLayerDialog({ image, layer, onClose, onDone }: ChangingProps) {
  const work = useImageWork();
  const request = { path: image.path, layer: layer.uuid };
  return (
    <WorkDialog
      title="Delete layer"
      description={`The layer ${layerName(layer)} is deleted, with the data that only it has. This cannot be undone.`}
      button="Delete it"
      isDanger
      work={work}
      onClose={onClose}
      onDone={onDone}
      open={(api, signal) => api.workspaceImages.deleteLayer(request, { signal })}
    />
  );
}

interface WorkDialogProps {
  readonly title: string;
  readonly description: string;
  readonly button: string;
  readonly isDanger?: boolean;
  readonly work: ImageJob;
  readonly open: OpenImageWork;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

function WorkDialog({ title, description, button, isDanger, work, open, onClose, onDone, children }: WorkDialogProps) {
  const isBusy = work.progress !== undefined;
  return (
    <Dialog
      open
      title={title}
      size="small"
      description={description}
      {...(!isBusy && { onOpenChange: onClose })}
      actions={
        isBusy ? (
          <Button onClick={work.cancel}>Cancel</Button>
        ) : (
          <>
            <Button onClick={onClose}>Keep it</Button>
            <Button variant={isDanger ? 'danger' : 'primary'} onClick={() => work.run(open, onDone)}>
              {button}
            </Button>
          </>
        )
      }
    >
      <div className={workspaceStyles.form}>
        <WorkView work={work} label="Writing the image" />
        {children}
      </div>
    </Dialog>
  );
}
