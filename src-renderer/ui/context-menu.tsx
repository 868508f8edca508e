import { ContextMenu as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import styles from './menu.module.css';
import type { MenuItem } from './menu.tsx';

export interface ContextMenuProps {
  /** A line is drawn where `separator` stands. */
  readonly items: readonly (MenuItem | 'separator')[];
  /** Element it belongs to: a right click, Shift+F10 or the menu key opens it there. */
  readonly children: ReactElement;
}

export function ContextMenu({ items, children }: ContextMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.menu} collisionPadding={8} loop>
          {items.map((item, index) =>
            item === 'separator' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have nothing else to be told apart by.
              <Radix.Separator key={index} className={styles.separator} />
            ) : (
              <Radix.Item
                key={item.label}
                className={styles.item}
                data-danger={item.danger === true ? '' : undefined}
                disabled={item.disabled === true}
                onSelect={item.onSelect}
              >
                {item.icon === undefined ? undefined : <Icon name={item.icon} />}
                <span className={styles.label}>{item.label}</span>
                <Kbd keys={item.keys} />
              </Radix.Item>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
