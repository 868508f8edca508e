import type { ImageLayer } from '#contract';
import { formatTime } from '../../ui/format.ts';
import { useToday } from '../../ui/use-today.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { walkByArrows } from '../../ui/walk-by-arrows.ts';
import { layerName, layerRows } from './layer-order.ts';
import styles from './reading-room.module.css';

export interface LayerTreeProps {
  readonly layers: readonly ImageLayer[];
  /** UUID. */
  readonly chosen: string;
  readonly onChoose: (uuid: string) => void;
}

/** The layers of an image, each below the one it stands on; the arrow keys move through them. */
export function LayerTree({ layers, chosen, onChoose }: LayerTreeProps) {
  useToday();
  return (
    <div role="tree" aria-label="Layers" className={styles.tree} onKeyDown={walkByArrows}>
      {layerRows(layers).map(({ layer, depth }) => (
        <button
          key={layer.uuid}
          type="button"
          role="treeitem"
          className={styles.layer}
          aria-level={depth + 1}
          aria-selected={layer.uuid === chosen}
          aria-current={layer.uuid === chosen ? 'true' : undefined}
          tabIndex={layer.uuid === chosen ? 0 : -1}
          title={layer.uuid}
          style={{ paddingInlineStart: `calc(var(--space-2) + ${Math.min(depth, 8)} * var(--space-3))` }}
          onClick={() => onChoose(layer.uuid)}
        >
          <span className={styles.layerName}>
            <VisibleText text={layerName(layer)} />
          </span>
          {layer.isDefault ? <span className={styles.fact}>default</span> : undefined}
          {layer.createdAt === undefined ? undefined : (
            <span className={styles.fact}>{formatTime(layer.createdAt)}</span>
          )}
        </button>
      ))}
    </div>
  );
}
