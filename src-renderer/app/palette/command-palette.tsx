import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Action, byGroup } from '../../state/action-registry.ts';
import { useActionList, useActionRegistry } from '../../state/actions.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useKeptSelection } from '../../ui/use-kept-selection.ts';
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
  const selection = useKeptSelection();
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
          {...selection}
          data-palette=""
        >
          <Dialog.Title className={styles.title}>Command palette</Dialog.Title>
          <PaletteList onChoose={choose} finds={finds} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteListProps extends Required<Pick<CommandPaletteProps, 'finds'>> {
  readonly onChoose: (action: Action) => void;
}

function PaletteList({ onChoose, finds }: PaletteListProps) {
  const actions = useActionList().filter(({ id, enabled }) => enabled !== false && !id.startsWith('palette.'));
  const [search, setSearch] = useState('');
  const list = useId();
  const groups = byGroup(withFinds(matchingActions(actions, search), finds, search));
  const shown = groups.flatMap(([, members]) => members);
  const selection = useSelection(shown.map(({ id }) => id));
  const { selected } = selection;
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.nativeEvent.isComposing) return;
    const action = press.key === 'Enter' ? shown.find(({ id }) => id === selected) : undefined;
    if (press.key !== 'Enter' && !selection.move(press)) return;
    press.preventDefault();
    if (action !== undefined) onChoose(action);
  };
  return (
    <>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Commands"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={selected === undefined ? undefined : optionId(list, selected)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder="Type what you want to do, or a session, a setting or a command"
        value={search}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setSearch(event.target.value);
          selection.clear();
        }}
      />
      <div className={styles.list} id={list} role="listbox" aria-label="Suggestions">
        {shown.length === 0 ? (
          // A list box without an option is one that screen readers cannot name.
          <div className={styles.none} role="option" aria-selected={false} aria-disabled="true" tabIndex={-1}>
            No command matches.
          </div>
        ) : undefined}
        {groups.map(([group, members], at) => (
          // biome-ignore lint/a11y/useSemanticElements: a part of a list box, no group of fields.
          <div key={group} role="group" aria-labelledby={`${list}-group-${at}`}>
            <div className={styles.heading} id={`${list}-group-${at}`} aria-hidden>
              {group}
            </div>
            {members.map((action) => (
              <PaletteItem
                key={action.id}
                id={optionId(list, action.id)}
                action={action}
                isSelected={action.id === selected}
                onPick={() => selection.pick(action.id)}
                onChoose={() => onChoose(action)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

const optionId = (list: string, action: string): string => `${list}-${action}`;

interface PaletteItemProps {
  readonly id: string;
  readonly action: Action;
  readonly isSelected: boolean;
  readonly onPick: () => void;
  readonly onChoose: () => void;
}

function PaletteItem({ id, action, isSelected, onPick, onChoose }: PaletteItemProps) {
  const [key] = useActionRegistry().keysOf(action);
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isSelected) return;
    // With its heading, where it is the first below it.
    const before = item.current?.previousElementSibling;
    if (before?.id.includes('-group-')) before.scrollIntoView?.({ block: 'nearest' });
    item.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isSelected]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, which has the focus.
    <div
      ref={item}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className={styles.item}
      onPointerMove={onPick}
      onClick={onChoose}
    >
      <span className={styles.name}>{action.title}</span>
      <Kbd keys={key} />
    </div>
  );
}
