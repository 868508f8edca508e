import { useState } from 'react';
import type { Change, ScheduleRun } from '#contract';
import { useNavigation } from '../../state/navigation.tsx';
import { useKeptLive } from '../../state/use-kept-live.ts';
import { useLive } from '../../state/use-live.ts';
import { changedFileKind, KINDS } from '../../turns/turn-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { LISTED_FILES, MAX_LISTED_FILES } from '../../ui/schemas.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './run-changes.module.css';
import { RunDiff } from './run-diff.tsx';
import { isOver } from './run-words.ts';

export interface RunChangesProps {
  readonly session: string;
  readonly turn: string;
  readonly run: ScheduleRun;
}

/** The files that a run changed, each with its diff; all of it is in Changes, too. */
export function RunChanges({ session, turn, run }: RunChangesProps) {
  const { open } = useNavigation();
  const [most, setMost] = useState(LISTED_FILES);
  const live = useKeptLive(
    useLive((api, signal) => api.changes.files({ session, turn, most }, { signal }), [session, turn, most]),
  );
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  if (live.status === 'loading') return undefined;
  const { files, total } = live.value;
  if (total === 0) return isOver(run) ? <p className={styles.none}>It changed no files.</p> : undefined;
  return (
    <section className={styles.part} aria-label="Changes of the run">
      <header className={styles.head}>
        <h3 className={styles.heading}>{plural(total, 'file')} changed</h3>
        <Button size="small" variant="ghost" onClick={() => open('changes', turn)}>
          Show in Changes
        </Button>
      </header>
      <ul className={styles.files} aria-label="Changed files">
        {files.map((file) => (
          <FileItem key={file.id} file={file} isAlone={total === 1} />
        ))}
      </ul>
      {total === files.length ? undefined : (
        <Button
          size="small"
          variant="ghost"
          disabled={files.length >= MAX_LISTED_FILES}
          onClick={() => setMost(Math.min(files.length * 5, MAX_LISTED_FILES))}
        >
          Show more: {plural(total - files.length, 'file')}
        </Button>
      )}
    </section>
  );
}

/** One file with its counts; its diff is fetched when it is opened. */
function FileItem({ file, isAlone }: { readonly file: Change; readonly isAlone: boolean }) {
  const [isOpen, setOpen] = useState(isAlone);
  const { shownPath, path, state, addedLines, removedLines } = file;
  const { sign, word } = KINDS[changedFileKind(file)];
  return (
    <li className={styles.file} data-state={state}>
      <button type="button" className={styles.row} aria-expanded={isOpen} title={path} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        <span className={styles.kind} data-kind={changedFileKind(file)}>
          <span aria-hidden="true">{sign}</span> {word}
        </span>
        <span className={styles.path}>
          <VisibleText text={shownPath} />
        </span>
        {state === 'undone' ? <span className={styles.state}>undone</span> : undefined}
        <span className={styles.counts}>
          {addedLines === undefined ? undefined : <b data-kind="created">+{addedLines}</b>}{' '}
          {removedLines === undefined ? undefined : <b data-kind="deleted">−{removedLines}</b>}
        </span>
      </button>
      {isOpen ? <RunDiff file={file} /> : undefined}
    </li>
  );
}
