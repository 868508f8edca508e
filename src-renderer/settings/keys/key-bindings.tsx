import { type RefObject, useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import type { Action } from '../../state/action-registry.ts';
import { useActionList, useActionRegistry } from '../../state/actions.tsx';
import { writeChord } from '../../state/chord.ts';
import { errorText } from '../../state/error-text.ts';
import { useSettings } from '../../state/settings.tsx';
import { announce } from '../../ui/announce.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { giveFocus } from '../../ui/give-focus.ts';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './key-bindings.module.css';
import { KeyCapture } from './key-capture.tsx';
import { conflictsOf } from './key-conflicts.ts';

/** Every action with its key; a press of other keys changes it at once. */
export function KeyBindings({ isDisabled }: { readonly isDisabled: boolean }) {
  const api = useApi();
  const actions = useActionList();
  const registry = useActionRegistry();
  const { keys } = useSettings();
  const table = useRef<HTMLTableElement>(null);
  const { editing, edit, leave, end } = useEditedKey(table);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const conflicts = conflictsOf(actions, registry);

  const lastChanged = useRef<string>(undefined);
  const conflict = lastChanged.current === undefined ? undefined : conflicts.get(lastChanged.current);
  useEffect(() => {
    if (conflict !== undefined) announce(`This is also the key of: ${conflict}`);
  }, [conflict]);

  const save = (id: string, value: string | undefined) => {
    lastChanged.current = id;
    end(id);
    setProblem(undefined);
    api.settings.set({ key: `keys.${id}`, value }).catch((error: unknown) => setProblem(errorText(error)));
  };
  const row = (action: Action) => {
    const chords = registry.keysOf(action);
    return (
      <tr key={action.id}>
        <th scope="row" className={styles.action}>
          {action.title}
          <span className={styles.id}>{action.id}</span>
        </th>
        <td>
          {editing === action.id ? (
            <KeyCapture
              label={`New key for ${action.title}`}
              onChord={(chord) => save(action.id, writeChord(chord))}
              onCancel={() => end(action.id)}
              onLeft={leave}
            />
          ) : (
            <span className={styles.keys}>
              {chords.length === 0 ? <span className={styles.none}>{noKeyWords(keys[action.id])}</span> : undefined}
              {chords.map((chord) => (
                <Kbd key={chord} keys={chord} />
              ))}
              {conflicts.has(action.id) ? (
                <span className={styles.conflict}>also the key of: {conflicts.get(action.id)}</span>
              ) : undefined}
            </span>
          )}
        </td>
        <td className={styles.buttons}>
          <Button
            size="small"
            data-changes={action.id}
            disabled={isDisabled}
            aria-label={`Change the key of ${action.title}`}
            onClick={() => edit(action.id)}
          >
            Change
          </Button>
          <IconButton
            label={`Take the key of ${action.title} away`}
            icon="close"
            size="small"
            disabled={isDisabled || chords.length === 0}
            onClick={() => save(action.id, '')}
          />
          <IconButton
            label={`Reset the key of ${action.title}`}
            icon="undo"
            size="small"
            disabled={isDisabled || keys[action.id] === undefined}
            onClick={() => save(action.id, undefined)}
          />
        </td>
      </tr>
    );
  };
  return (
    <>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <table ref={table} className={styles.table}>
        <caption className={styles.caption}>Keys by action</caption>
        <thead className={styles.head}>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Key</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>{actions.map(row)}</tbody>
      </table>
    </>
  );
}

/** The action whose key is being pressed. Once it was, the focus goes on in its row: the field, or a button, is gone. */
function useEditedKey(table: RefObject<HTMLElement | null>) {
  const [editing, setEditing] = useState<string | undefined>(undefined);
  const leave = () => setEditing(undefined);
  const end = (id: string) => {
    leave();
    giveFocus(() => table.current?.querySelector(`[data-changes="${CSS.escape(id)}"]`));
  };
  return { editing, edit: setEditing, leave, end };
}

function noKeyWords(written: string | undefined): string {
  return written === undefined || written === '' ? 'none' : `“${written}” is no key; write it like Ctrl+Shift+P`;
}
