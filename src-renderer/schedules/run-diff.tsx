import { useEffect, useState } from 'react';
import type { Change, Diff } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { useNavigation } from '../state/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { DiffLines } from '../ui/diff-lines.tsx';
import { hunkWords } from '../ui/diff-wording.ts';
import { plural } from '../ui/format.ts';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './run-changes.module.css';

/** Lines drawn here; a longer diff goes on in Changes. */
const MOST_LINES = 400;

/** What a run did to one file, line by line. */
export function RunDiff({ file: { id, since, shownPath } }: { readonly file: Change }) {
  const { open } = useNavigation();
  const diff = useDiff(id, since);
  if (diff === undefined) return <p className={styles.note}>Loading the diff…</p>;
  if (typeof diff === 'string') return <p className={styles.note}>{diff}</p>;
  if (diff.noText !== undefined) {
    return (
      <p className={styles.note}>
        <VisibleText text={diff.noText} />
      </p>
    );
  }
  const { shown, left } = cutHunks(diff.hunks);
  return (
    <ScrollBlock label={`Diff of ${shownPath}`} className={styles.diff}>
      {shown.map((hunk) => (
        <div key={hunk.number}>
          <p className={styles.place}>{hunkWords(hunk)}</p>
          <DiffLines label={`Hunk ${hunk.number}, ${hunkWords(hunk)}`} lines={hunk.lines} />
        </div>
      ))}
      {left === 0 ? undefined : (
        <Button size="small" variant="ghost" onClick={() => open('changes', id)}>
          {plural(left, 'more line')}: show in Changes
        </Button>
      )}
    </ScrollBlock>
  );
}

/** As many hunks as there is room for; of the first one at most that many lines. */
function cutHunks(hunks: Diff['hunks']): { readonly shown: Diff['hunks']; readonly left: number } {
  let room = MOST_LINES;
  let left = 0;
  const shown: Diff['hunks'] = [];
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, room);
    room -= lines.length;
    left += hunk.lines.length - lines.length;
    if (lines.length > 0 || hunk.lines.length === 0) shown.push({ ...hunk, lines });
  }
  return { shown, left };
}

/** The diff; a sentence where there is none. */
function useDiff(id: string, since: string | undefined): Diff | string | undefined {
  const api = useApi();
  const [diff, setDiff] = useState<Diff | string | undefined>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    const show = (value: Diff | string) => {
      if (!ending.signal.aborted) setDiff(value);
    };
    api.changes
      .diff({ id, ...(since !== undefined && { since }) }, { signal: ending.signal })
      .then(show, (error: unknown) => show(errorText(error)));
    return () => ending.abort();
  }, [api, id, since]);
  return diff;
}
