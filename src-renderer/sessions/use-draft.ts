import { useCallback, useRef } from 'react';
import { useLayout } from '../state/layout.tsx';

type Drafts = Readonly<Record<string, string>>;

/** Where a text written before there is a session is kept; the first session that is shown takes it over. */
const UNPLACED = 'new';
const noDrafts: Drafts = {};

/** The text being written in one session. It outlives the view and the window. */
export function useDraft(session: string | undefined): [string, (change: string | ((now: string) => string)) => void] {
  const [drafts, setDrafts] = useLayout<Drafts>('sessions.drafts', noDrafts);
  const latest = useRef(drafts);
  latest.current = drafts;
  const key = session ?? UNPLACED;

  const change = useCallback(
    (next: string | ((now: string) => string)) => {
      const text = typeof next === 'string' ? next : next(draftOf(latest.current, key));
      const { [key]: _, [UNPLACED]: __, ...others } = latest.current;
      latest.current = text === '' ? others : { ...others, [key]: text };
      setDrafts(latest.current);
    },
    [key, setDrafts],
  );
  return [draftOf(drafts, key), change];
}

const draftOf = (drafts: Drafts, key: string) => drafts[key] ?? drafts[UNPLACED] ?? '';
