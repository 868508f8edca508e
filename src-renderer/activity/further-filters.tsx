import { actors, results } from '#contract/event-facets';
import { SPAN_WORDS, SPANS, spanOf } from '../ui/days.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useToday } from '../ui/use-today.ts';
import type { ActivityFilter } from './activity-filter.ts';
import styles from './filters.module.css';

const ACTORS = { person: 'You', model: 'The model', rule: 'A rule', app: 'The app' } as const;
const RESULTS = { done: 'Done', failed: 'Failed', refused: 'Refused', stopped: 'Stopped or withdrawn' } as const;

export interface FurtherFiltersProps {
  readonly filter: ActivityFilter;
  readonly path: string;
  readonly onPath: (path: string) => void;
  readonly onChange: (part: Partial<ActivityFilter>) => void;
}

/** Filters for actor, outcome, path and time. */
export function FurtherFilters({ filter, path, onPath, onChange }: FurtherFiltersProps) {
  useToday();
  return (
    <div className={styles.further} id="further-filters">
      <SelectField
        label="Who"
        value={filter.actor}
        choices={[{ value: '', label: 'Anybody' }, ...actors.map((actor) => ({ value: actor, label: ACTORS[actor] }))]}
        onChange={(actor) => onChange({ actor })}
      />
      <SelectField
        label="Result"
        value={filter.result}
        choices={[
          { value: '', label: 'Any result' },
          ...results.map((result) => ({ value: result, label: RESULTS[result] })),
        ]}
        onChange={(result) => onChange({ result })}
      />
      <TextField
        label="Path"
        placeholder="Part of a path"
        value={path}
        maxLength={1000}
        onChange={(event) => onPath(event.target.value)}
      />
      <SelectField
        label="When"
        value={spanNamed(filter) ?? (filter.since === '' && filter.until === '' ? '' : 'own')}
        choices={[
          { value: '', label: 'Any time' },
          ...SPANS.map((span) => ({ value: span, label: SPAN_WORDS[span] })),
          { value: 'own', label: 'From … until …' },
        ]}
        onChange={(when) => onChange(timesOf(when, filter))}
      />
      <TextField
        label="From"
        type="datetime-local"
        value={filter.since}
        onChange={(event) => onChange({ since: event.target.value })}
      />
      <TextField
        label="Until"
        type="datetime-local"
        value={filter.until}
        onChange={(event) => onChange({ until: event.target.value })}
      />
    </div>
  );
}

type TimeRange = Pick<ActivityFilter, 'since' | 'until'>;

const timesOfSpan = (span: (typeof SPANS)[number]): TimeRange => {
  const { since, until } = spanOf(span);
  return { since: localTime(since), until: localTime(until) };
};

/** The span that is between the two times today. */
function spanNamed({ since, until }: TimeRange): (typeof SPANS)[number] | undefined {
  return SPANS.find((span) => {
    const times = timesOfSpan(span);
    return times.since === since && times.until === until;
  });
}

function timesOf(when: string, { since, until }: TimeRange): TimeRange {
  const span = SPANS.find((one) => one === when);
  if (span !== undefined) return timesOfSpan(span);
  return when === '' ? { since: '', until: '' } : { since, until };
}

/** Formats a time for a time field: `2026-11-21T09:30`. */
function localTime(at: number): string {
  const here = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return here.toISOString().slice(0, 16);
}
