import { useState } from 'react';
import type { ImageLayer, ImageSummary, LayerReading } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useAsyncAction } from '../../state/use-async-action.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { OpenOtherwise } from '../images/open-otherwise.tsx';
import { layerName } from './layer-order.ts';
import styles from './reading-room.module.css';

export interface OpenLayerProps {
  readonly image: ImageSummary;
  readonly layer: ImageLayer;
  readonly reading: LayerReading;
  readonly onOpened: (path: string) => void;
}

/** The ways to open a layer as a workspace: a copy of it, trusted or not. */
export function OpenLayer({ image, layer, reading, onOpened }: OpenLayerProps) {
  const { path } = image;
  const api = useApi();
  const doing = useAsyncAction();
  const [folder, setFolder] = useState(() => besideOf(path, layer));
  const { review, wasTrusted } = reading;
  const open = (trust?: { readonly hash: string; readonly network: boolean }) =>
    doing.run(async () => {
      const wanted = { path, layer: layer.uuid, folder: folder.trim(), ...(trust && { trust }) };
      onOpened((await api.workspaceImages.open(wanted)).path);
    });
  const isBusy = doing.isBusy || folder.trim() === '';
  const cannotTrust = isBusy || review.problem !== undefined;
  return (
    <div className={styles.open}>
      {doing.problem === undefined ? undefined : <Banner level="error">{doing.problem}</Banner>}
      <TextField
        label="Copy it into"
        hint="A folder that does not exist yet; the image stays as it is"
        value={folder}
        onChange={(event) => setFolder(event.target.value)}
      />
      <div className={styles.buttons}>
        {wasTrusted ? (
          <Button size="small" variant="primary" disabled={isBusy} onClick={() => open()}>
            Open layer
          </Button>
        ) : (
          <>
            <Button
              size="small"
              variant="primary"
              disabled={cannotTrust}
              onClick={() => open({ hash: review.hash, network: false })}
            >
              Trust and open
            </Button>
            <Button size="small" disabled={cannotTrust} onClick={() => open({ hash: review.hash, network: true })}>
              Trust with network and open
            </Button>
            <Button size="small" variant="ghost" disabled={isBusy} onClick={() => open()}>
              Open restricted
            </Button>
          </>
        )}
      </div>
      <p className={styles.fact}>
        {wasTrusted
          ? 'You trusted just this before, so it is trusted when it is opened.'
          : 'Read what will run before you trust it. Restricted, it can be read and talked in, without its tools.'}
      </p>
      <OpenOtherwise image={image} layer={layer} onOpened={onOpened} folder={folder.trim()} />
    </div>
  );
}

/** A folder beside the image: the image's name without its ending, and the layer's. */
function besideOf(path: string, layer: ImageLayer): string {
  const cut = path.lastIndexOf('/') + 1;
  const name = path.slice(cut).replace(/\.[^.]+$/, '');
  return path.slice(0, cut) + `${name}-${layerName(layer)}`.replace(/[^\w.-]+/g, '-');
}
