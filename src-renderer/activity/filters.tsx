import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnyLedgerEvent, SessionSummary } from '#contract';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type ActivityFilter, everything, furtherFilters } from './activity-filter.ts';
import styles from './filters.module.css';
import { eventTypeName, eventTypes } from './formatters/event-words.ts';
import { FurtherFilters } from './further-filters.tsx';

/** Pause in typing after which the ledger is searched, in milliseconds. */
const REST_MS = 250;
const BUILT_IN_TOOLS = ['execute_command', 'create_or_update_file', 'edit_file', 'read_file', 'delete_file_or_dir'];

export interface FiltersProps {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
  readonly sessions: readonly SessionSummary[];
  /** Loaded events, whose tools can also be chosen. */
  readonly events: readonly AnyLedgerEvent[];
}

export function Filters({ filter, onChange, sessions, events }: FiltersProps) {
  const [isFurther, setFurther] = useState(false);
  const [text, setText] = useTyped(filter.text, (typed) => onChange(changeFilter(filter, { text: typed })));
  const [path, setPath] = useTyped(filter.path, (typed) => onChange(changeFilter(filter, { path: typed })));
  const further = furtherFilters(filter);
  const tools = useMemo(() => toolsIn(events), [events]);

  return (
    <search className={styles.filters} aria-label="Filter activity">
      <TextField
        className={styles.search ?? ''}
        type="search"
        aria-label="Search activity"
        placeholder="Search texts and outputs"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SelectField
        label="Session"
        isLabelHidden
        value={filter.session}
        choices={[
          { value: '', label: 'All sessions' },
          ...sessions.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={(session) => onChange(changeFilter(filter, { session }))}
      />
      <SelectField
        label="Type"
        isLabelHidden
        value={filter.type}
        choices={[
          { value: '', label: 'All types' },
          ...eventTypes.map((type) => ({ value: type, label: eventTypeName(type) })),
        ]}
        onChange={(type) => onChange(changeFilter(filter, { type }))}
      />
      <SelectField
        label="Tool"
        isLabelHidden
        value={filter.tool}
        choices={[{ value: '', label: 'All tools' }, ...tools.map((value) => ({ value, label: value }))]}
        onChange={(tool) => onChange(changeFilter(filter, { tool }))}
      />
      <Button
        size="small"
        variant="ghost"
        aria-expanded={isFurther}
        aria-controls={isFurther ? 'further-filters' : undefined}
        onClick={() => setFurther(!isFurther)}
      >
        {further === 0 ? 'More filters' : `More filters (${further})`}
      </Button>
      {filter === everything ? undefined : (
        <Button size="small" variant="ghost" onClick={() => onChange(everything)}>
          Clear filters
        </Button>
      )}
      {isFurther ? (
        <FurtherFilters
          filter={filter}
          path={path}
          onPath={setPath}
          onChange={(part) => onChange(changeFilter(filter, part))}
        />
      ) : undefined}
    </search>
  );
}

/** Holds the text being typed, and reports it once typing pauses. */
function useTyped(value: string, onRest: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onRest);
  latest.current = onRest;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => latest.current(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return [typed, setTyped];
}

/** The one `everything` if nothing is chosen, so that it can be told by identity. */
function changeFilter(filter: ActivityFilter, part: Partial<ActivityFilter>): ActivityFilter {
  const next = { ...filter, ...part };
  return Object.values(next).every((value) => value === '') ? everything : next;
}

function toolsIn(events: readonly AnyLedgerEvent[]): readonly string[] {
  const seen = events.flatMap(({ data }) => (typeof data.tool === 'string' ? [data.tool] : []));
  return [...new Set([...BUILT_IN_TOOLS, ...seen])];
}
