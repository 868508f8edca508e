import { Tabs as RadixTabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** Keeps what is in the other tabs, such as text half typed. */
  readonly keepMounted?: boolean;
}

/** Tabs with the content of the chosen one: one tab stop, arrows inside. */
export function Tabs({ label, tabs, value, onChange, keepMounted = false }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const seen = useRef(value);
  useEffect(() => {
    const { current: names } = list;
    // The content of a tab that was chosen may lie below the edge of a scrolled pane.
    if (seen.current !== value) names?.parentElement?.scrollIntoView({ block: 'nearest' });
    seen.current = value;
    names?.querySelector('[data-state="active"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  return (
    <RadixTabs.Root className={styles.tabs} value={value} onValueChange={onChange}>
      <RadixTabs.List ref={list} className={styles.list} aria-label={label}>
        {tabs.map(({ id, label: name }) => (
          <RadixTabs.Trigger key={id} className={styles.tab} value={id}>
            {name}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map(({ id, content }) => (
        <RadixTabs.Content
          key={id}
          className={styles.content}
          value={id}
          tabIndex={-1}
          hidden={id !== value}
          {...(keepMounted ? { forceMount: true as const } : {})}
        >
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
