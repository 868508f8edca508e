import { useState } from 'react';
import type { ImageSummary } from '#contract';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { ListAndDetail } from '../../ui/list-and-detail.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { LayerPane } from './layer-pane.tsx';
import { LayerTree } from './layer-tree.tsx';
import styles from './reading-room.module.css';

export interface ReadingRoomProps {
  readonly image: ImageSummary;
  /** UUID of the layer that is shown first; the default one where it is absent. */
  readonly layer?: string | undefined;
  /** The image was written again. */
  readonly onChanged: (image: ImageSummary) => void;
  /** A layer is open as this workspace. */
  readonly onOpened: (path: string) => void;
  readonly onClose: () => void;
}

/** An image to be read, layer by layer, before anything of it runs. */
export function ReadingRoom({ image, layer: first, onChanged, onOpened, onClose }: ReadingRoomProps) {
  const { path, size, codec, entries, layers, leftOut } = image;
  const [wanted, setChosen] = useState(first);
  const layer = layers.find(({ uuid }) => uuid === wanted) ?? layers.find(({ isDefault }) => isDefault) ?? layers[0];
  const chosen = layer?.uuid ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    <section className={styles.room} aria-label={`Image ${name}`}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <VisibleText text={name} />
        </h2>
        <Button size="small" onClick={onClose}>
          Close image
        </Button>
        <p className={styles.fact}>
          <VisibleText text={path} />: {formatBytes(size)}, {codec}, {plural(layers.length, 'layer')},{' '}
          {plural(entries, 'entry', 'entries')}. Nothing of it runs while you read.
        </p>
      </header>
      {leftOut.length === 0 ? undefined : (
        <Banner level="warning" title="Not all of it can be opened.">
          <ul>
            {leftOut.map((what) => (
              <li key={what}>
                <VisibleText text={what} />; it is left out
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles.body}>
        <ListAndDetail name="image-layers" list={<LayerTree layers={layers} chosen={chosen} onChoose={setChosen} />}>
          {layer === undefined ? undefined : (
            <LayerPane key={layer.uuid} image={image} layer={layer} onChanged={onChanged} onOpened={onOpened} />
          )}
        </ListAndDetail>
      </div>
    </section>
  );
}
