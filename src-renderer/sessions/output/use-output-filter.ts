import { useEffect, useRef, useState } from 'react';
import type { FilteredOutput } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorCode, errorText } from '../../state/error-text.ts';
import { useLayout } from '../../state/layout.tsx';
import { announce } from '../../ui/announce.ts';
import { formatDuration } from '../../ui/format.ts';

const MAX_KEPT = 20;

export interface OutputFiltering {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Runs what is in the field. */
  readonly run: () => void;
  /** Puts a filter into the field and runs it. */
  readonly runFilter: (filter: string) => void;
  readonly older: () => void;
  readonly newer: () => void;
  /** Filters that were run, newest first. */
  readonly recent: readonly string[];
  readonly isRunning: boolean;
  readonly problem: string | undefined;
  /** Input as a text to search for, if it is not a filter. */
  readonly literal: { readonly text: string; readonly filter: string } | undefined;
  readonly result: FilteredOutput | undefined;
  /** The filter that `result` is of. */
  readonly ran: string;
}

type FilterOutcome = Pick<OutputFiltering, 'problem' | 'literal' | 'result' | 'ran'>;

const NOTHING: FilterOutcome = { problem: undefined, literal: undefined, result: undefined, ran: '' };

/** Filters of one kept output, with the filters that were run before, in any session. */
export function useOutputFilter(session: string, event: string): OutputFiltering {
  const api = useApi();
  const [recent, setRecent, recentNow] = useLayout<readonly string[]>('sessions.filters', []);
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState(NOTHING);
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);

  const runFilter = (filter: string) => {
    ending.current.abort();
    ending.current = new AbortController();
    const { signal } = ending.current;
    setText(filter);
    setAt(-1);
    setRunning(true);
    api.outputs
      .filter({ session, event, filter }, { signal })
      .then(
        (result) => {
          if (signal.aborted) return;
          setOutcome({ ...NOTHING, result, ran: filter });
          setRecent([filter, ...recentNow().filter((one) => one !== filter)].slice(0, MAX_KEPT));
          announce(`Filtered, which saved ${formatDuration(result.savedMs)}`);
        },
        (error: unknown) => !signal.aborted && setOutcome({ ...NOTHING, ...failureOf(error, filter) }),
      )
      .finally(() => !signal.aborted && setRunning(false));
  };
  const recall = (index: number) => {
    setAt(index);
    setText(recent[index] ?? '');
  };
  return {
    ...outcome,
    text,
    setText: (next) => {
      setAt(-1);
      setText(next);
    },
    run: () => text.trim() !== '' && runFilter(text.trim()),
    runFilter,
    older: () => at + 1 < recent.length && recall(at + 1),
    newer: () => at >= 0 && recall(at - 1),
    recent,
    isRunning,
  };
}

function failureOf(error: unknown, filter: string): Pick<FilterOutcome, 'problem' | 'literal'> {
  const problem = `Not filtered: ${errorText(error)}`;
  if (errorCode(error) !== 'INVALID_INPUT') return { problem, literal: undefined };
  return { problem, literal: { text: filter, filter: `grep -i -F -- '${filter.replaceAll("'", `'\\''`)}'` } };
}
