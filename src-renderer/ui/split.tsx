import { type ReactNode, useState } from 'react';
import { Group, type Layout, type LayoutChangedMeta, Panel, Separator } from 'react-resizable-panels';
import { useLayout } from '../state/layout.tsx';
import styles from './split.module.css';
import { useIsNarrow } from './use-available-space.ts';

export interface SplitProps {
  /** Names the kept sizes. */
  readonly name: string;
  /** Label of the separator, such as `Width of the template`. */
  readonly label: string;
  readonly isVertical?: boolean;
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Size of the first part, in percent. */
  readonly size?: number;
}

/** Narrower than this, in pixels, what is side by side is put one below the other. */
const SIDE_BY_SIDE = 560;

/** Two parts with a line between them that is moved by mouse and by arrow keys; where it stands is kept. */
export function Split({ name, label, isVertical = false, first, second, size = 50 }: SplitProps) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const isNarrow = useIsNarrow(element, SIDE_BY_SIDE) && !isVertical;
  const direction = isVertical || isNarrow ? 'vertical' : 'horizontal';
  const [layout, setLayout] = useLayout<Layout | undefined>(`${name}.${direction}`, undefined);
  const keep = (next: Layout, { isUserInteraction }: LayoutChangedMeta) => {
    if (isUserInteraction) setLayout(next);
  };
  return (
    <Group
      id={name}
      className={styles.group}
      elementRef={setElement}
      orientation={direction}
      onLayoutChanged={keep}
      {...(layout === undefined ? {} : { defaultLayout: layout })}
    >
      <Panel
        id={`${name}-first`}
        className={styles.part}
        defaultSize={`${size}%`}
        minSize={direction === 'vertical' ? 90 : 240}
      >
        {first}
      </Panel>
      <Separator className={styles.separator} aria-label={label} />
      <Panel id={`${name}-second`} className={styles.part} minSize={direction === 'vertical' ? 90 : 240}>
        {second}
      </Panel>
    </Group>
  );
}
