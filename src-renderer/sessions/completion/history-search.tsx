import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { textStart } from '#contract/text-ends';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ChoiceList, optionId } from './choice-list.tsx';
import styles from './history-search.module.css';
import type { HistoryKind } from './use-line-history.ts';

const MAX_FOUND = 50;

/** A number moves the choice. */
const MEANINGS = new Map<string, 'leave' | 'take' | number>([
  ['Escape', 'leave'],
  ['Enter', 'take'],
  ['Tab', 'take'],
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

export interface HistorySearchProps {
  readonly kind: HistoryKind;
  readonly initial: string;
  /** Called on closing; a line is put into the field. */
  readonly onClose: (line: string | undefined) => void;
  /** The focus has gone elsewhere. */
  readonly onLeave: () => void;
}

/** Ctrl+R: the lines typed before, in all sessions, that hold what is sought. */
export function HistorySearch({ kind, initial, onClose, onLeave }: HistorySearchProps) {
  const id = useId();
  const [query, setQuery] = useState(initial);
  const { lines, problem } = useFound(query, kind);
  const [chosen, setChosen] = useState(0);
  const last = Math.max(lines.length - 1, 0);
  const at = Math.min(chosen, last);

  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key === 'r' && event.ctrlKey ? 'ArrowDown' : event.key;
    const meaning = MEANINGS.get(key);
    if (meaning === undefined || event.nativeEvent.isComposing) return;
    if (meaning === 'leave') onClose(undefined);
    else if (meaning === 'take') onClose(lines[at] ?? query);
    else setChosen(Math.min(Math.max(at + meaning, 0), last));
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.search} aria-label="History">
      <input
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it.
        autoFocus
        className={styles.field}
        role="combobox"
        aria-label="Search history"
        aria-expanded={lines.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={lines.length === 0 ? undefined : optionId(id, at)}
        placeholder="Search the lines typed before"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={onLeave}
      />
      {problem === undefined ? undefined : <p className={styles.note}>{problem}</p>}
      {lines.length === 0 && problem === undefined ? (
        <p className={styles.note} role="status">
          {query === '' ? 'Nothing was typed yet.' : 'No line holds this.'}
        </p>
      ) : undefined}
      {lines.length === 0 ? undefined : (
        <ChoiceList
          id={id}
          label="Lines typed before"
          options={lines.map((line) => ({ key: line, content: <VisibleText text={line} /> }))}
          chosen={at}
          onChoose={(index) => onClose(lines[index])}
        />
      )}
    </search>
  );
}

function useFound(query: string, kind: HistoryKind) {
  const api = useApi();
  const [found, setFound] = useState<{ lines: readonly string[]; problem?: string }>({ lines: [] });
  useEffect(() => {
    let isCurrent = true;
    const ask = { mode: kind, limit: MAX_FOUND, ...(query !== '' && { query: textStart(query, 500) }) };
    api.console.history(ask).then(
      (lines) => isCurrent && setFound({ lines }),
      (error: unknown) =>
        isCurrent && setFound({ lines: [], problem: `The history could not be read: ${errorText(error)}` }),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, query, kind]);
  return found;
}
