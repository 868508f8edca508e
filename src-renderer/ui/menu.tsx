import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import styles from './menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** Shown, not bound. */
  readonly keys?: string | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  /** A line is drawn where `separator` stands. */
  readonly items: readonly (MenuItem | 'separator')[];
  readonly align?: 'start' | 'end';
}

export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8} loop>
          {items.map((item, index) =>
            item === 'separator' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have nothing else to be told apart by.
              <DropdownMenu.Separator key={index} className={styles.separator} />
            ) : (
              <DropdownMenu.Item
                key={item.label}
                className={styles.item}
                data-danger={item.danger === true ? '' : undefined}
                disabled={item.disabled === true}
                onSelect={item.onSelect}
              >
                {item.icon === undefined ? undefined : <Icon name={item.icon} />}
                <span className={styles.label}>{item.label}</span>
                <Kbd keys={item.keys} />
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
