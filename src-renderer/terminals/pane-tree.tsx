import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { PaneNode } from './layout-model.ts';
import styles from './pane-tree.module.css';

export interface PaneTreeProps {
  readonly node: PaneNode;
  readonly pane: (terminal: string) => ReactNode;
  readonly onResized: (split: string, sizes: readonly number[]) => void;
}

/** The splits of one tab. */
export function PaneTree({ node, pane, onResized }: PaneTreeProps) {
  if (node.kind === 'pane') return pane(node.terminal);
  const ids = node.children.map(nodeKey);
  const { sizes } = node;
  const isKept = sizes?.length === ids.length;
  return (
    <Group
      // A pane more or less is another arrangement, with sizes of its own.
      key={ids.join()}
      id={node.id}
      className={styles.group}
      orientation={node.direction === 'right' ? 'horizontal' : 'vertical'}
      onLayoutChanged={(layout) =>
        onResized(
          node.id,
          ids.map((id) => layout[id] ?? 0),
        )
      }
      {...(isKept ? { defaultLayout: Object.fromEntries(ids.map((id, at) => [id, sizes[at] ?? 0])) } : {})}
    >
      {node.children.map((child, at) => (
        <Fragment key={nodeKey(child)}>
          {at > 0 ? <Separator className={styles.separator} aria-label="Size of the panes" /> : undefined}
          <Panel id={nodeKey(child)} className={styles.panel} minSize={60}>
            <PaneTree node={child} pane={pane} onResized={onResized} />
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}

function nodeKey(node: PaneNode): string {
  return node.kind === 'pane' ? node.terminal : node.id;
}
