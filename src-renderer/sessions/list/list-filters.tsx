import { useCallback, useState } from 'react';
import { type DaySpan, SPAN_WORDS, SPANS } from '../../ui/days.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './session-list.module.css';

export interface SessionFilters {
  readonly search: string;
  readonly span: DaySpan | undefined;
  readonly setSearch: (search: string) => void;
  readonly setSpan: (span: DaySpan | undefined) => void;
  readonly clear: () => void;
}

/** Keeps the filters of the list: by title, and by the time of the last activity. */
export function useListFilters(): SessionFilters {
  const [search, setSearch] = useState('');
  const [span, setSpan] = useState<DaySpan | undefined>(undefined);
  const clear = useCallback(() => {
    setSearch('');
    setSpan(undefined);
  }, []);
  return { search, span, setSearch, setSpan, clear };
}

const CHOICES = [{ value: '', label: 'Any time' }, ...SPANS.map((value) => ({ value, label: SPAN_WORDS[value] }))];

export interface ListFiltersProps {
  readonly filters: SessionFilters;
  /** Whether there is more than one day to choose from. */
  readonly hasDays: boolean;
}

export function ListFilters({ filters: { search, span, setSearch, setSpan }, hasDays }: ListFiltersProps) {
  return (
    <div className={styles.search}>
      <TextField
        type="search"
        aria-label="Search sessions"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {hasDays ? (
        <SelectField
          label="When"
          isLabelHidden
          value={span ?? ''}
          choices={CHOICES}
          onChange={(value) => setSpan(SPANS.find((one) => one === value))}
        />
      ) : undefined}
    </div>
  );
}

/** Explains why the list is empty; undefined without a filter. */
export function nothingWords({ search, span }: SessionFilters): string | undefined {
  const when = span === undefined ? '' : ` (${SPAN_WORDS[span].toLowerCase()})`;
  if (search.trim() !== '') return `No session is called “${search}”${when}.`;
  return span === undefined ? undefined : `There is no session of that time${when}.`;
}
