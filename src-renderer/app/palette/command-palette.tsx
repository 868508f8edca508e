import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { type Action, byGroup } from '../../state/action-registry.ts';
import { useActionList, useActionRegistry } from '../../state/actions.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import styles from './command-palette.module.css';
import { matchingActions, withFinds } from './palette-matches.ts';
import { useSelection } from './use-selection.ts';

export interface OverlayProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export interface CommandPaletteProps extends OverlayProps {
  /** Search results in addition to actions. */
  readonly finds?: readonly Action[];
}

const NO_FINDS: readonly Action[] = [];

/** Palette of everything that can be done now, with its key. */
export function CommandPalette({ isOpen, onClose, finds = NO_FINDS }: CommandPaletteProps) {
  // Runs after the focus is back where it was, so that an action acts on that place and may move the focus itself.
  const chosen = useRef<Action | undefined>(undefined);
  const choose = (action: Action) => {
    chosen.current = action;
    onClose();
  };
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const runChosen = (event: Event) => {
    onCloseAutoFocus(event);
    const action = chosen.current;
    chosen.current = undefined;
    if (action !== undefined) setTimeout(() => action.run());
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={runChosen}
          data-palette=""
        >
          <Dialog.Title className={styles.title}>Command palette</Dialog.Title>
          <PaletteList onChoose={choose} finds={finds} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const itemValue = (action: Action): string => `${action.title} ${action.id}`;

interface PaletteListProps extends Required<Pick<CommandPaletteProps, 'finds'>> {
  readonly onChoose: (action: Action) => void;
}

function PaletteList({ onChoose, finds }: PaletteListProps) {
  const registry = useActionRegistry();
  const actions = useActionList().filter(({ id, enabled }) => enabled !== false && !id.startsWith('palette.'));
  const [search, setSearch] = useState('');
  const groups = byGroup(withFinds(matchingActions(actions, search), finds, search));
  const picked = useSelection(groups.flatMap(([, members]) => members.map(itemValue)));
  return (
    <div {...picked.around}>
      <Command label="Commands" loop shouldFilter={false} value={picked.value} {...picked.handlers}>
        <Command.Input
          className={styles.input}
          placeholder="Type what you want to do, or a session, a setting or a command"
          aria-label="Search commands"
          value={search}
          onValueChange={(next) => {
            setSearch(next);
            picked.clear();
          }}
        />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.none}>
            {/* A list box without an option is one that screen readers cannot name. */}
            <div role="option" aria-selected={false} aria-disabled="true" tabIndex={-1}>
              No command is called that.
            </div>
          </Command.Empty>
          {groups.map(([group, members]) => (
            <Command.Group key={group} heading={group} className={styles.group}>
              {members.map((action) => {
                const [key] = registry.keysOf(action);
                return (
                  <Command.Item
                    key={action.id}
                    value={itemValue(action)}
                    className={styles.item}
                    onSelect={() => onChoose(action)}
                  >
                    <span className={styles.name}>{action.title}</span>
                    <Kbd keys={key} />
                  </Command.Item>
                );
              })}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </div>
  );
}
