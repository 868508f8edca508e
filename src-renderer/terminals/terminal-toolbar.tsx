import { Toolbar } from 'radix-ui';
import type { Shell } from '#contract';
import { useKeyFor } from '../state/actions.tsx';
import { IconButton } from '../ui/button.tsx';
import type { IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import type { SplitDirection } from './layout-model.ts';
import styles from './terminals-view.module.css';

export interface TerminalToolbarProps {
  readonly shells: readonly Shell[];
  readonly hasTerminal: boolean;
  readonly onNew: (shell?: string) => void;
  readonly onSplit: (direction: SplitDirection) => void;
  readonly onFind: () => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** Toolbar of the terminals: one tab stop, arrows move inside. */
export function TerminalToolbar(props: TerminalToolbarProps) {
  const { shells, hasTerminal, onNew, onSplit, onFind, onClear, onClose } = props;
  return (
    <Toolbar.Root className={styles.toolbar} aria-label="Terminal actions">
      <Tool label="New terminal" action="terminal.new" icon="plus" onClick={() => onNew()} />
      <Menu
        trigger={
          <Toolbar.Button asChild>
            <IconButton label="New terminal with another shell" icon="chevron-down" size="small" />
          </Toolbar.Button>
        }
        items={shells.map(({ name, path, isDefault }) => ({
          label: isDefault ? `${name} (default)` : `${name} — ${path}`,
          icon: 'terminals' as const,
          onSelect: () => onNew(path),
        }))}
      />
      <Toolbar.Separator className={styles.separator} />
      <Tool
        label="Split right"
        action="terminal.split-right"
        icon="split-right"
        disabled={!hasTerminal}
        onClick={() => onSplit('right')}
      />
      <Tool
        label="Split down"
        action="terminal.split-down"
        icon="split-down"
        disabled={!hasTerminal}
        onClick={() => onSplit('down')}
      />
      <Tool label="Find in terminal" action="terminal.find" icon="search" disabled={!hasTerminal} onClick={onFind} />
      <Tool
        label="Clear terminal"
        action="terminal.clear"
        icon="prohibited"
        disabled={!hasTerminal}
        onClick={onClear}
      />
      <Tool label="Close terminal" action="terminal.close" icon="trash" disabled={!hasTerminal} onClick={onClose} />
    </Toolbar.Root>
  );
}

interface ToolProps {
  readonly label: string;
  /** Action whose key the tooltip shows. */
  readonly action: string;
  readonly icon: IconName;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Tool({ label, action, icon, disabled = false, onClick }: ToolProps) {
  const keys = useKeyFor(action);
  const title = keys === undefined ? label : `${label} (${keys})`;
  return (
    <Toolbar.Button asChild disabled={disabled} onClick={onClick}>
      <IconButton label={label} title={title} icon={icon} size="small" />
    </Toolbar.Button>
  );
}
