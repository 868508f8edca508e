import { useState } from 'react';
import type { PromptsState } from '#contract';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { walkByArrows } from '../../ui/walk-by-arrows.ts';
import { NEW } from '../store-place.ts';
import styles from './browser-list.module.css';

export interface RecordListProps {
  readonly kind: 'variables' | 'tools' | 'extensions';
  readonly state: PromptsState;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

interface RecordEntry {
  readonly id: string;
  readonly name: string;
  readonly facts: readonly string[];
  readonly badge?: string;
  readonly wrong?: string;
  readonly odd?: string;
  readonly about?: string;
}

const WORDS = {
  variables: { name: 'Variables', one: 'variable', add: 'New variable', none: 'There is no variable yet.' },
  tools: { name: 'Tools', one: 'tool', add: 'New tool', none: 'There is no tool yet.' },
  extensions: { name: 'Extensions', one: 'extension', add: 'New extension', none: 'There is no extension yet.' },
} as const;

/** The records of one kind. */
export function RecordList({ kind, state, chosen, onChoose }: RecordListProps) {
  const [search, setSearch] = useState('');
  const words = WORDS[kind];
  const all = recordEntries(kind, state);
  const wanted = search.trim().toLowerCase();
  const shown = all.filter(({ name, about = '' }) => `${name} ${about}`.toLowerCase().includes(wanted));
  return (
    <div className={styles.part}>
      <div className={styles.tools}>
        <Button size="small" onClick={() => onChoose(NEW)}>
          {words.add}
        </Button>
      </div>
      <TextField
        className={styles.search}
        type="search"
        aria-label={`Search ${words.name.toLowerCase()}`}
        placeholder="Search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul className={styles.list} aria-label={words.name} onKeyDown={walkByArrows}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className={styles.row}
              aria-current={entry.id === chosen || undefined}
              onClick={() => onChoose(entry.id)}
            >
              <span className={styles.name}>
                <VisibleText text={entry.name} />
              </span>
              <span className={styles.meta}>
                {entry.wrong === undefined ? undefined : (
                  <span className={styles.wrong}>
                    <Icon name="error" size={14} /> {entry.wrong}
                  </span>
                )}
                {entry.odd === undefined ? undefined : (
                  <span className={styles.odd}>
                    <Icon name="warning" size={14} /> {entry.odd}
                  </span>
                )}
                {entry.badge === undefined ? undefined : <Badge>{entry.badge}</Badge>}
                {entry.facts.map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </span>
              {entry.about === undefined ? undefined : (
                <span className={styles.meta}>
                  <span className={kind === 'variables' ? styles.value : styles.about}>
                    <VisibleText text={entry.about} />
                  </span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown.length > 0 ? undefined : (
        <p className={styles.none}>{all.length === 0 ? words.none : `No ${words.one} has this name.`}</p>
      )}
    </div>
  );
}

function recordEntries(kind: RecordListProps['kind'], state: PromptsState): readonly RecordEntry[] {
  if (kind === 'variables') {
    return state.variables.map(({ id, source, type, bytes, preview }) => ({
      id,
      name: id,
      facts: [type, formatBytes(bytes)],
      about: preview,
      ...(source === 'app' ? { badge: 'of the app' } : {}),
    }));
  }
  if (kind === 'tools') {
    return state.tools.map(({ id, type, description, problem }) => ({
      id,
      name: id,
      facts: [type],
      about: description,
      ...(problem === undefined ? {} : { wrong: 'not callable' }),
    }));
  }
  return state.extensions.map(({ id, displayName, version, prompts, missing, warnings }) => ({
    id,
    name: displayName || id,
    facts: [version, plural(prompts.length, 'prompt')],
    ...(missing.length === 0 ? {} : { wrong: `lacks ${missing.map(({ name }) => name).join(', ')}` }),
    ...(warnings.length === 0 ? {} : { odd: plural(warnings.length, 'warning') }),
  }));
}
