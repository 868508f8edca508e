import { useEffect, useState } from 'react';
import type { Diff } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { DiffLines } from '../../ui/diff-lines.tsx';
import { hunkWords } from '../../ui/diff-wording.ts';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './branches.module.css';

export interface BranchDiffProps {
  readonly branch: string;
  readonly path: string;
}

/** What a path of a branch would change in the folder as it is now. */
export function BranchDiff({ branch, path }: BranchDiffProps) {
  const diff = useDiff(branch, path);
  if (diff === undefined) return <p className={styles.muted}>Loading the diff…</p>;
  if (typeof diff === 'string' || diff.noText !== undefined) {
    return (
      <p className={styles.muted}>
        <VisibleText text={typeof diff === 'string' ? diff : (diff.noText ?? '')} />
      </p>
    );
  }
  if (diff.hunks.length === 0) return <p className={styles.muted}>The folder has the same text there.</p>;
  return (
    <ScrollBlock label={`Diff of ${diff.shownPath}`}>
      {diff.hunks.map((hunk) => (
        <div key={hunk.number}>
          <p className={styles.muted}>{hunkWords(hunk)}</p>
          <DiffLines label={`Hunk ${hunk.number}, ${hunkWords(hunk)}`} lines={hunk.lines} />
        </div>
      ))}
    </ScrollBlock>
  );
}

function useDiff(branch: string, path: string): Diff | string | undefined {
  const api = useApi();
  const [diff, setDiff] = useState<Diff | string | undefined>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    const show = (value: Diff | string) => {
      if (!ending.signal.aborted) setDiff(value);
    };
    api.branches
      .diff({ branch, path, with: 'workspace' }, { signal: ending.signal })
      .then(show, (error: unknown) => show(errorText(error)));
    return () => ending.abort();
  }, [api, branch, path]);
  return diff;
}
