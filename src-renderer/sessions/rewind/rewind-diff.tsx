import { useEffect, useState } from 'react';
import type { Diff, RewindFile } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { DiffLines } from '../../ui/diff-lines.tsx';
import { hunkWords } from '../../ui/diff-wording.ts';
import { plural } from '../../ui/format.ts';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './rewind-dialog.module.css';
import { type RewindRequest, targetOf } from './use-rewind.ts';

export interface RewindDiffProps {
  readonly session: string;
  readonly request: RewindRequest;
  readonly file: RewindFile;
}

/** Lines drawn of one file. */
const MOST_LINES = 400;

/** One file as it is now and as it would be, line by line. */
export function RewindDiff({ session, request, file: { path, shownPath } }: RewindDiffProps) {
  const diff = useDiff(session, request, path);
  if (diff === undefined) return <p className={styles.note}>Loading the diff…</p>;
  const sentence = typeof diff === 'string' ? diff : diff.noText;
  if (sentence !== undefined || typeof diff === 'string') {
    return (
      <p className={styles.note}>
        <VisibleText text={sentence ?? ''} />
      </p>
    );
  }
  if (diff.hunks.length === 0) return <p className={styles.note}>{remarksOf(diff) || 'Its text stays the same.'}</p>;
  const { shown, left } = cutHunks(diff.hunks);
  return (
    <ScrollBlock label={`Diff of ${shownPath}`} className={styles.diff}>
      {shown.map((hunk) => (
        <div key={hunk.number}>
          <p className={styles.place}>{hunkWords(hunk)}</p>
          <DiffLines label={`Hunk ${hunk.number}, ${hunkWords(hunk)}`} lines={hunk.lines} />
        </div>
      ))}
      {left === 0 ? undefined : <p className={styles.place}>{plural(left, 'more line')}</p>}
    </ScrollBlock>
  );
}

const remarksOf = ({ warnings }: Diff) => warnings.map(({ text }) => text).join('. ');

/** As many hunks as there is room for. */
function cutHunks(hunks: Diff['hunks']): { readonly shown: Diff['hunks']; readonly left: number } {
  let room = MOST_LINES;
  let left = 0;
  const shown: Diff['hunks'] = [];
  for (const hunk of hunks) {
    const lines = hunk.lines.slice(0, room);
    room -= lines.length;
    left += hunk.lines.length - lines.length;
    if (lines.length > 0) shown.push({ ...hunk, lines });
  }
  return { shown, left };
}

/** The diff; a sentence where there is none. */
function useDiff(session: string, request: RewindRequest, path: string): Diff | string | undefined {
  const api = useApi();
  const [diff, setDiff] = useState<Diff | string | undefined>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    const show = (value: Diff | string) => {
      if (!ending.signal.aborted) setDiff(value);
    };
    api.rewind
      .diff({ session, ...targetOf(request), path }, { signal: ending.signal })
      .then(show, (error: unknown) => show(errorText(error)));
    return () => ending.abort();
  }, [api, session, request, path]);
  return diff;
}
