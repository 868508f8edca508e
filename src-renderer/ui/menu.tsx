import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import styles from './menu.module.css';

export interface MenuItem {
  /** Key, if labels may be alike. */
  readonly key?: string;
  readonly label: string;
  readonly icon?: IconName;
  /** Shown, not bound. */
  readonly keys?: string | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Whether an item that can be switched on and off is on; the menu stays open when it is chosen. */
  readonly isChecked?: boolean;
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
              <Entry key={item.key ?? item.label} item={item} />
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ item }: { readonly item: MenuItem }) {
  const { label, icon, keys, danger = false, disabled = false, isChecked, onSelect } = item;
  if (isChecked !== undefined) {
    return (
      <DropdownMenu.CheckboxItem
        className={styles.item}
        checked={isChecked}
        disabled={disabled}
        onSelect={(event) => {
          event.preventDefault();
          onSelect();
        }}
      >
        <span className={styles.mark}>{isChecked ? <Icon name="check" /> : undefined}</span>
        <span className={styles.label}>{label}</span>
      </DropdownMenu.CheckboxItem>
    );
  }
  return (
    <DropdownMenu.Item
      className={styles.item}
      data-danger={danger ? '' : undefined}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon === undefined ? undefined : <Icon name={icon} />}
      <span className={styles.label}>{label}</span>
      <Kbd keys={keys} />
    </DropdownMenu.Item>
  );
}
