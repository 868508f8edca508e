import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Terminal } from '#contract';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { activeTab, type TerminalLayout, type TerminalTab, terminalsOf } from './layout-model.ts';
import { RenameField } from './rename-field.tsx';
import styles from './tab-bar.module.css';

export interface TabBarProps {
  readonly layout: TerminalLayout;
  readonly terminals: ReadonlyMap<string, Terminal>;
  readonly renaming: string | undefined;
  readonly onRenaming: (terminal: string | undefined) => void;
  readonly onRename: (terminal: string, title: string) => void;
  readonly onActivate: (tab: string) => void;
  /** Moves the focus from the tab into its terminal. */
  readonly onEnter: () => void;
  readonly onClose: (tab: TerminalTab) => void;
}

/** Tabs of the terminals: one tab stop with arrows inside; Enter goes into the terminal, F2 renames, Delete closes. */
export function TabBar(props: TabBarProps) {
  const { layout, onActivate } = props;
  const active = activeTab(layout);
  const bar = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may be out of view, as one that was just opened.
  useEffect(() => {
    bar.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [active?.id]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = layout.tabs.findIndex(({ id }) => id === active?.id);
    const next = tabAfterKey(event.key, at, layout.tabs.length);
    const tab = next === undefined ? undefined : layout.tabs[next];
    if (!tab) return;
    event.preventDefault();
    onActivate(tab.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus();
  };
  const isFull = useIsFull(bar, layout.tabs.length);
  return (
    <div className={styles.around}>
      <div ref={bar} className={styles.bar} role="tablist" aria-label="Terminals" tabIndex={-1} onKeyDown={onKeyDown}>
        {layout.tabs.map((tab) => (
          <Tab key={tab.id} tab={tab} isActive={tab.id === active?.id} {...props} />
        ))}
      </div>
      {isFull ? <AllTabs {...props} active={active?.id} /> : undefined}
    </div>
  );
}

/** Every tab by name, where not all of them can be seen. */
function AllTabs({ layout, terminals, active, onActivate, onEnter }: TabBarProps & { active: string | undefined }) {
  const items = layout.tabs.map((tab, index) => ({
    key: tab.id,
    label: `${index + 1}  ${terminals.get(tab.focused)?.title ?? 'Terminal'}`,
    ...(tab.id === active && { icon: 'check' as const }),
    onSelect: () => {
      onActivate(tab.id);
      setTimeout(onEnter);
    },
  }));
  const label = `All ${layout.tabs.length} terminals`;
  return <Menu trigger={<IconButton label={label} icon="chevron-down" size="small" />} items={items} />;
}

/** Whether tabs stand outside of the bar. */
function useIsFull(bar: RefObject<HTMLElement | null>, tabs: number): boolean {
  const [isFull, setFull] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further tab takes room.
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const measure = () => setFull(element.scrollWidth > element.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar, tabs]);
  return isFull;
}

function Tab({ tab, isActive, ...props }: { tab: TerminalTab; isActive: boolean } & TabBarProps) {
  const { terminals, renaming, onRenaming, onRename, onActivate, onEnter, onClose } = props;
  const [isHovered, setHovered] = useState(false);
  const entering = useRef<ReturnType<typeof setTimeout>>(undefined);
  const terminal = terminals.get(tab.focused);
  const title = terminal?.title ?? 'Terminal';
  const panes = terminalsOf(tab.root).length;
  if (renaming === tab.focused) {
    const finish = (text: string | undefined) => {
      onRenaming(undefined);
      if (text !== undefined) onRename(tab.focused, text);
      setTimeout(() => document.getElementById(tabId(tab))?.focus());
    };
    return <RenameField title={title} onFinish={finish} />;
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter();
    else if (event.key === 'F2') onRenaming(tab.focused);
    else if (event.key === 'Delete') onClose(tab);
    else return;
    event.preventDefault();
  };
  const enter = () => {
    onActivate(tab.id);
    clearTimeout(entering.current);
    entering.current = setTimeout(onEnter);
  };
  // The clicks of a double click must not take the focus from the name field that it opens.
  const rename = () => {
    clearTimeout(entering.current);
    onRenaming(tab.focused);
  };
  const close = (event: MouseEvent) => {
    event.stopPropagation();
    onClose(tab);
  };
  return (
    <div className={styles.place} data-active={isActive} role="presentation">
      <button
        type="button"
        role="tab"
        id={tabId(tab)}
        aria-controls={`terminal-panel-${tab.id}`}
        className={styles.tab}
        data-tab={tab.id}
        aria-selected={isActive}
        tabIndex={isActive ? 0 : -1}
        title={panes > 1 ? `${title}, ${panes} panes` : title}
        onClick={(event) => event.detail < 2 && enter()}
        onDoubleClick={rename}
        onKeyDown={onKeyDown}
        onAuxClick={(event) => event.button === 1 && close(event)}
        onMouseEnter={() => setHovered(true)}
        onMouseLeave={() => setHovered(false)}
      >
        <Icon name="terminals" size={14} />
        <span className={styles.title}>{title}</span>
        {terminal?.exit ? <span className={styles.ended}>ended</span> : undefined}
      </button>
      {/* For the pointer: tabs may hold nothing else; Delete and the toolbar close by key. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={styles.close}
        data-shown={isHovered || isActive}
        title="Close"
        onClick={close}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

function tabId({ id }: TerminalTab): string {
  return `terminal-tab-${id}`;
}

function tabAfterKey(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
