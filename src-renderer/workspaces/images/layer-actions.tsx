import { useState } from 'react';
import type { ImageLayer, ImageSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { layerName } from '../reading-room/layer-order.ts';
import styles from './images.module.css';
import { DeleteLayerDialog, SquashDialog } from './layer-dialogs.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';

export interface LayerActionsProps {
  readonly image: ImageSummary;
  readonly layer: ImageLayer;
  /** Paths that the layer shows, to restore one of them. */
  readonly files: readonly string[];
  /** The image is another by now. */
  readonly onChanged: (image: ImageSummary) => void;
}

type DialogName = 'tag' | 'squash' | 'delete' | 'restore';

/** Actions on a layer besides opening it; each rewrites the image. */
export function LayerActions({ image, layer, files, onChanged }: LayerActionsProps) {
  const api = useApi();
  const doing = useAsyncAction();
  const [dialog, setDialog] = useState<DialogName | undefined>(undefined);
  const { path } = image;
  const close = () => setDialog(undefined);
  const changed = (next: ImageSummary) => {
    onChanged(next);
    close();
  };
  const readAgain = () => doing.run(async () => changed(await api.workspaceImages.read({ path })));
  const isUpper = image.layers.some(({ parent }) => parent === layer.uuid);
  const of = { image, layer, onClose: close };
  return (
    <>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <div className={styles.actions} role="toolbar" aria-label={`Layer ${layerName(layer)}`}>
        <Button size="small" onClick={() => setDialog('restore')} disabled={files.length === 0}>
          Restore file
        </Button>
        <Button size="small" onClick={() => setDialog('tag')}>
          Tag
        </Button>
        <Button
          size="small"
          disabled={layer.isDefault || doing.isBusy}
          onClick={() =>
            doing.run(async () => onChanged(await api.workspaceImages.setDefault({ path, layer: layer.uuid })))
          }
        >
          Set default
        </Button>
        <Button size="small" disabled={layer.parent === undefined} onClick={() => setDialog('squash')}>
          Squash
        </Button>
        <Button
          size="small"
          disabled={isUpper || image.layers.length < 2}
          title={isUpper ? 'Another layer is built on it' : undefined}
          onClick={() => setDialog('delete')}
        >
          Delete layer
        </Button>
      </div>
      {dialog === 'tag' ? <TagDialog {...of} onChanged={changed} /> : undefined}
      {dialog === 'squash' ? <SquashDialog {...of} onDone={readAgain} /> : undefined}
      {dialog === 'delete' ? <DeleteLayerDialog {...of} onDone={readAgain} /> : undefined}
      {dialog === 'restore' ? <RestoreDialog {...of} files={files} /> : undefined}
    </>
  );
}
