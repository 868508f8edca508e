import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import type { PermissionMode } from '#contract';
import { Icon } from '../ui/icon.tsx';
import styles from '../ui/menu.module.css';
import own from './permission-menu.module.css';
import { PERMISSIONS } from './permission-words.ts';
import { SessionRules } from './session-rules.tsx';

export interface PermissionMenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly mode: PermissionMode;
  readonly onChoose: (mode: PermissionMode) => void;
  /** The session that has rules of its own; absent before there is one. */
  readonly session: string | undefined;
}

/** The permission modes, each with what it means, and the rules of the session. */
export function PermissionMenu({ trigger, mode, onChoose, session }: PermissionMenuProps) {
  const [showsRules, setShowsRules] = useState(false);
  const choose = (value: string) => {
    const chosen = PERMISSIONS.find((one) => one.value === value);
    if (chosen !== undefined) onChoose(chosen.value);
  };
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={styles.menu} align="start" sideOffset={4} collisionPadding={8} loop>
            <DropdownMenu.RadioGroup value={mode} onValueChange={choose} aria-label="Permission mode">
              {PERMISSIONS.map(({ value, name, meaning }) => (
                <DropdownMenu.RadioItem key={value} value={value} className={`${styles.item} ${own.item}`}>
                  <span className={styles.mark}>{value === mode ? <Icon name="check" /> : undefined}</span>
                  <span className={own.words}>
                    <span>{name}</span>
                    <span className={own.meaning}>{meaning}</span>
                  </span>
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
            {session === undefined ? undefined : (
              <>
                <DropdownMenu.Separator className={styles.separator} />
                <DropdownMenu.Item className={styles.item} onSelect={() => setShowsRules(true)}>
                  <span className={styles.mark} />
                  <span className={styles.label}>Rules of this session…</span>
                </DropdownMenu.Item>
              </>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {showsRules && session !== undefined ? (
        <SessionRules session={session} onClose={() => setShowsRules(false)} />
      ) : undefined}
    </>
  );
}
