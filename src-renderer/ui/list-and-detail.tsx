import type { ReactNode } from 'react';
import { Group, type Layout, Panel, Separator } from 'react-resizable-panels';
import { useLayout } from '../state/layout.tsx';
import styles from './list-and-detail.module.css';

export interface ListAndDetailProps {
  /** Names the kept width, such as `sessions`. */
  readonly name: string;
  readonly list: ReactNode;
  readonly children: ReactNode;
}

/** A list at the left and what is chosen in it at the right; the width between them is kept. */
export function ListAndDetail({ name, list, children }: ListAndDetailProps) {
  const [layout, setLayout] = useLayout<Layout | undefined>(`${name}.widths`, undefined);
  return (
    <Group
      id={name}
      className={styles.group}
      onLayoutChanged={setLayout}
      {...(layout === undefined ? {} : { defaultLayout: layout })}
    >
      <Panel
        id={`${name}-list`}
        className={styles.list}
        defaultSize={250}
        minSize={170}
        maxSize="45%"
        groupResizeBehavior="preserve-pixel-size"
      >
        {list}
      </Panel>
      <Separator className={styles.separator} aria-label="Width of the list" />
      <Panel id={`${name}-detail`} className={styles.detail} minSize={320}>
        {children}
      </Panel>
    </Group>
  );
}
