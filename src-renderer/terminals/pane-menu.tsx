import { ContextMenu } from 'radix-ui';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useKeyFor } from '../state/actions.tsx';
import { isMac } from '../state/chord.ts';
import { Kbd } from '../ui/kbd.tsx';
import menu from '../ui/menu.module.css';
import type { TerminalSurface } from '../xterm/terminal-surface.ts';
import type { SplitDirection } from './layout-model.ts';

/** Actions on one pane. */
export interface PaneCommands {
  readonly copy: () => void;
  readonly paste: () => void;
  readonly find: () => void;
  readonly endFind: () => void;
  readonly clear: () => void;
  readonly split: (direction: SplitDirection) => void;
  readonly restart: () => void;
  readonly close: () => void;
}

export interface PaneMenuProps {
  readonly surface: TerminalSurface;
  readonly hasEnded: boolean;
  readonly commands: PaneCommands;
  readonly children: ReactNode;
}

/** The context menu; a program that takes the mouse keeps the plain right click, and Shift brings the menu. */
export function PaneMenu({ surface, hasEnded, commands, children }: PaneMenuProps) {
  const [hasSelection, setHasSelection] = useState(false);
  const onContextMenu = (event: MouseEvent) => {
    if (surface.takesMouse && !event.shiftKey) event.preventDefault();
    else setHasSelection(surface.hasSelection);
  };
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild onContextMenu={onContextMenu}>
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className={menu.menu} collisionPadding={8} loop onCloseAutoFocus={() => surface.focus()}>
          <PaneMenuItem label="Copy" action="terminal.copy" disabled={!hasSelection} onSelect={commands.copy} />
          <PaneMenuItem
            label="Paste"
            keys={isMac ? '⌘V' : 'Ctrl+Shift+V'}
            disabled={hasEnded}
            onSelect={commands.paste}
          />
          <PaneMenuItem label="Select all" onSelect={() => surface.selectAll()} />
          <ContextMenu.Separator className={menu.separator} />
          <PaneMenuItem label="Find" action="terminal.find" onSelect={commands.find} />
          <PaneMenuItem label="Clear" action="terminal.clear" onSelect={commands.clear} />
          <ContextMenu.Separator className={menu.separator} />
          <PaneMenuItem label="Split right" action="terminal.split-right" onSelect={() => commands.split('right')} />
          <PaneMenuItem label="Split down" action="terminal.split-down" onSelect={() => commands.split('down')} />
          <ContextMenu.Separator className={menu.separator} />
          <PaneMenuItem label="Restart" disabled={!hasEnded} onSelect={commands.restart} />
          <PaneMenuItem label="Close" action="terminal.close" onSelect={commands.close} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

interface ItemProps {
  readonly label: string;
  /** Action whose key is shown. */
  readonly action?: string;
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

function PaneMenuItem({ label, action = '', keys, disabled = false, onSelect }: ItemProps) {
  const known = useKeyFor(action);
  return (
    <ContextMenu.Item className={menu.item} disabled={disabled} onSelect={onSelect}>
      <span className={menu.label}>{label}</span>
      <Kbd keys={keys ?? known} />
    </ContextMenu.Item>
  );
}
