import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Group, type Layout, type LayoutChangedMeta, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { useLayout } from '../state/layout.tsx';
import styles from './list-and-detail.module.css';
import { useIsNarrow } from './use-available-space.ts';

export interface ListAndDetailProps {
  /** Names the kept width, such as `sessions`. */
  readonly name: string;
  /** Width of the list until the person gives it another, in pixels. */
  readonly listWidth?: number;
  readonly list: ReactNode;
  readonly children: ReactNode;
}

/** Height of the list until the person gives it another, in pixels. */
const LIST_HEIGHT = 160;
/** Narrower than this, in pixels, there is no room for both side by side. */
const SIDE_BY_SIDE = 500;

/**
 * A list at the left and what is chosen in it at the right, or below it if there is no room; the width between them is
 * kept.
 */
export function ListAndDetail({ name, listWidth = 250, list, children }: ListAndDetailProps) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const isStacked = useIsNarrow(element, SIDE_BY_SIDE);
  const [layout, setLayout] = useLayout<Layout | undefined>(`${name}.${isStacked ? 'heights' : 'widths'}`, undefined);
  const keep = (next: Layout, { isUserInteraction }: LayoutChangedMeta) => {
    if (isUserInteraction) setLayout(next);
  };
  const panel = usePanelRef();
  const size = isStacked ? LIST_HEIGHT : listWidth;
  const wanted = useRef<number | string>(size);
  const kept = layout?.[`${name}-list`];
  wanted.current = kept === undefined ? size : `${kept}%`;
  const wasStacked = useRef(isStacked);
  useEffect(() => {
    // The other way round its width would become its height.
    if (wasStacked.current !== isStacked) panel.current?.resize(wanted.current);
    wasStacked.current = isStacked;
  }, [isStacked, panel]);
  return (
    <Group
      id={name}
      className={styles.group}
      elementRef={setElement}
      orientation={isStacked ? 'vertical' : 'horizontal'}
      onLayoutChanged={keep}
      {...(layout === undefined ? {} : { defaultLayout: layout })}
    >
      <Panel
        id={`${name}-list`}
        className={styles.list}
        panelRef={panel}
        defaultSize={size}
        minSize={isStacked ? 96 : 170}
        maxSize="45%"
        groupResizeBehavior="preserve-pixel-size"
      >
        {list}
      </Panel>
      <Separator className={styles.separator} aria-label={isStacked ? 'Height of the list' : 'Width of the list'} />
      <Panel id={`${name}-detail`} className={styles.detail} minSize={isStacked ? 160 : 320}>
        {children}
      </Panel>
    </Group>
  );
}
