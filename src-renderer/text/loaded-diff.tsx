import { type ReactNode, useEffect, useState } from 'react';
import type { Diff } from '#contract';
import { useConnection } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { plural } from '../ui/format.ts';
import { ScrollBlock } from '../ui/scroll-block.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { DiffLines } from './diff-lines.tsx';
import { hunkWords } from './diff-wording.ts';
import styles from './loaded-diff.module.css';

export interface LoadedDiffProps {
  /** Name of the file, as it is read out; that of the diff where it is absent. */
  readonly name?: string;
  /** Asks the host for it; another function is another diff. */
  readonly load: (signal: AbortSignal) => Promise<Diff>;
  /** Returns the sentence to show if no line differs. */
  readonly same: (diff: Diff) => string;
  /** Renders the note about lines beyond those drawn; by default, their number. */
  readonly more?: (left: string) => ReactNode;
}

/** Lines drawn of one file. */
const MAX_LINES = 400;

/** Differences of one file, hunk by hunk, loaded when they are shown. */
export function LoadedDiff({ name, load, same, more }: LoadedDiffProps) {
  const diff = useDiff(load);
  if (diff === undefined) return <p className={styles.note}>Loading the diff…</p>;
  const sentence = sentenceOf(diff, same);
  if (sentence !== undefined || typeof diff === 'string') {
    return (
      <p className={styles.note}>
        <VisibleText text={sentence ?? ''} />
      </p>
    );
  }
  const { shown, left } = cutHunks(diff.hunks);
  const words = plural(left, 'more line');
  return (
    <ScrollBlock label={`Diff of ${name ?? diff.shownPath}`} className={styles.diff}>
      {shown.map((hunk) => (
        <div key={hunk.number}>
          <p className={styles.place}>{hunkWords(hunk)}</p>
          <DiffLines label={`Hunk ${hunk.number}, ${hunkWords(hunk)}`} lines={hunk.lines} />
        </div>
      ))}
      {left === 0 ? undefined : (more?.(words) ?? <p className={styles.place}>{words}</p>)}
    </ScrollBlock>
  );
}

/** Sentence instead of hunks; undefined if there are some. */
function sentenceOf(diff: Diff | string, same: LoadedDiffProps['same']): string | undefined {
  if (typeof diff === 'string') return diff;
  return diff.noText ?? (diff.hunks.length === 0 ? same(diff) : undefined);
}

/** Cuts the hunks to the available room; at most that many lines of the first one. */
function cutHunks(hunks: Diff['hunks']): { readonly shown: Diff['hunks']; readonly left: number } {
  let room = MAX_LINES;
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

/** The diff; a sentence if there is none. */
function useDiff(load: LoadedDiffProps['load']): Diff | string | undefined {
  const { epoch } = useConnection();
  const [diff, setDiff] = useState<Diff | string | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection is a reason to ask again.
  useEffect(() => {
    const ending = new AbortController();
    const show = (value: Diff | string) => {
      if (!ending.signal.aborted) setDiff(value);
    };
    load(ending.signal).then(show, (error: unknown) => show(errorText(error)));
    return () => ending.abort();
  }, [load, epoch]);
  return diff;
}
