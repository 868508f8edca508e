import { byGroup } from '../../state/action-registry.ts';
import { useActionList, useActionRegistry } from '../../state/actions.tsx';
import { isMac } from '../../state/chord.ts';
import { useNavigation } from '../../state/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { OverlayProps } from './command-palette.tsx';
import styles from './keyboard-help.module.css';

/** Keys that act in one place only; they type nothing there and cannot be changed. */
const FIXED_KEYS: readonly (readonly [string, readonly (readonly [string, ...string[]])[]])[] = [
  [
    'While writing a message',
    [
      ['Send', 'Enter'],
      ['Begin a line', 'Shift+Enter'],
      ['Stop the turn', 'Esc'],
      ['Next mode, in an empty message', 'Tab'],
      ['Next permission mode', 'Shift+Tab'],
      ['Let Tab leave the field, or keep it', 'Ctrl+M'],
      ['Earlier messages, in an empty message', '↑', '↓'],
    ],
  ],
  [
    'In the list of changes',
    [
      ['Next or previous row', '↓', '↑'],
      ['Open a turn, or close it', '→', '←'],
      ['Show the diff', 'Enter'],
    ],
  ],
  [
    'In a diff',
    [
      ['Next or previous hunk', '↓', '↑'],
      ['Next or previous file', '→', '←'],
      ['Accept the hunk', 'Enter'],
      ['Reject the hunk', 'X'],
      ['Line by line, and back', 'L', 'Esc'],
      ['Accept or reject the line', 'Space'],
      ['Edit', 'E'],
      ['Comment on the line, or on the hunk’s first', 'C'],
      ['Note to the model', 'N'],
      ['Leave', 'Esc'],
    ],
  ],
];

/** The keys in force now, and the rules that no list can show. */
export function KeyboardHelp({ isOpen, onClose }: OverlayProps) {
  const registry = useActionRegistry();
  const { open } = useNavigation();
  const bound = useActionList().filter((action) => registry.chordsOf(action).length > 0);
  const groups = byGroup(bound);
  const change = () => {
    onClose();
    open('settings', 'keys');
  };
  return (
    <Dialog
      title="Keyboard"
      size="large"
      open={isOpen}
      onOpenChange={(next) => next || onClose()}
      description={
        isMac
          ? 'In a terminal every key without ⌘ belongs to the shell.'
          : 'In a terminal Ctrl belongs to the shell: there, app keys take Ctrl+Shift, except Ctrl+1 to Ctrl+9. A key that the browser keeps for itself has an entry in the command palette.'
      }
      actions={<Button onClick={change}>Change keys</Button>}
    >
      <div className={styles.groups}>
        {groups.map(([group, actions]) => (
          <section key={group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl className={styles.keys}>
              {actions.map((action) => (
                <div key={action.id} className={styles.row}>
                  <dt>{action.title}</dt>
                  <dd>
                    {registry.keysOf(action).map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {FIXED_KEYS.map(([group, rows]) => (
          <section key={group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl className={styles.keys}>
              {rows.map(([title, ...keys]) => (
                <div key={title} className={styles.row}>
                  <dt>{title}</dt>
                  <dd>
                    {keys.map((one) => (
                      <Kbd key={one} keys={one} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
