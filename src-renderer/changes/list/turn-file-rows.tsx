import { useLayoutEffect, useState } from 'react';
import type { Change, TurnChanges } from '#contract';
import { useKeptLive } from '../../state/use-kept-live.ts';
import { useLive } from '../../state/use-live.ts';
import { TurnUndoButtons, undoTarget } from '../../turns/turn-undo-buttons.tsx';
import { changedFileKind, KINDS, makerWords } from '../../turns/turn-words.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { LISTED_FILES, MAX_LISTED_FILES } from '../../ui/schemas.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { fileMarks } from './change-marks.ts';
import { FileName, LineCounts } from './change-row.tsx';
import { changeKey, changeSelection } from './change-selection.ts';
import type { RowContext } from './row-context.ts';
import styles from './turn-table.module.css';

interface TurnFileRowsProps {
  readonly turn: TurnChanges;
  readonly rows: RowContext;
}

/** The files of a turn that is open, fetched while it is. */
export function TurnFileRows({ turn, rows }: TurnFileRowsProps) {
  const [most, setMost] = useState(LISTED_FILES);
  const { session, turn: id } = turn;
  const live = useKeptLive(
    useLive((api, signal) => api.changes.files({ session, turn: id, most }, { signal }), [session, id, most]),
  );
  const { onRows } = rows;
  const drawn = live.status === 'ready' ? live.value : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are those of what was sent.
  useLayoutEffect(onRows, [drawn, onRows]);
  if (live.status !== 'ready') {
    return (
      <tr className={styles.row} aria-level={2}>
        <td className={styles.note} role={live.status === 'failed' ? 'alert' : undefined}>
          {live.status === 'failed' ? live.error.message : 'Loading the files…'}
        </td>
      </tr>
    );
  }
  const { files, total } = live.value;
  return (
    <>
      {files.map((file) => (
        <TurnFileRow key={changeKey(file)} file={file} turn={turn} rows={rows} />
      ))}
      {total === files.length ? undefined : (
        <tr className={styles.row} aria-level={2}>
          <td className={styles.note}>
            <Button
              size="small"
              variant="ghost"
              disabled={files.length >= MAX_LISTED_FILES}
              onClick={() => setMost(Math.min(files.length * 5, MAX_LISTED_FILES))}
            >
              Show more: {plural(total - files.length, 'file')}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
}

function TurnFileRow({ file, turn, rows }: { readonly file: Change } & TurnFileRowsProps) {
  const key = changeKey(file);
  const isTabStop = rows.focusKey === key;
  const isShown = rows.shownKey === key;
  const { sign, word } = KINDS[changedFileKind(file)];
  // What the row of the turn says of all its files is not said of each again.
  const maker =
    turn.by.length > 1 && file.state !== 'rejected' ? makerWords(file.origin, file.by?.join(', ')) : undefined;
  const isOther = file.state === 'interrupted' || (file.state === 'undone' && turn.state === 'partly');
  return (
    <tr className={styles.row} data-row-scope={key} data-state={file.state} aria-level={2} aria-label={file.shownPath}>
      <td className={styles.main}>
        <button
          type="button"
          className={styles.file}
          data-row={key}
          data-level="2"
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isShown ? 'true' : undefined}
          title={file.path}
          onClick={() => rows.onChoose(changeSelection(file), file)}
        >
          <FileName path={file.shownPath} />
          <span className={styles.fileFacts}>
            <span data-kind={changedFileKind(file)}>
              <span aria-hidden="true">{sign}</span> {word}
            </span>
            <LineCounts change={file} />
            {isOther ? <span className={styles.state}>{file.state}</span> : undefined}
            {maker === undefined ? undefined : <span>{maker}</span>}
          </span>
          <FactsOf file={file} />
        </button>
      </td>
      <td className={styles.actions}>
        <TurnUndoButtons of={undoTarget(file)} canUndo={file.canUndo} canRedo={file.canRedo} isTabStop={isTabStop} />
      </td>
    </tr>
  );
}

/** Facts about a move, and about changed permissions. */
function FactsOf({ file }: { readonly file: Change }) {
  const marks = fileMarks(file).filter(({ isKind }) => !isKind);
  const moved = file.movedTo === undefined ? [] : [{ mark: '→', text: `moved to ${file.movedTo}`, isNotable: false }];
  if (marks.length + moved.length === 0) return undefined;
  return (
    <span className={styles.fileFacts}>
      {[...marks, ...moved].map(({ mark, text, isNotable }) => (
        <span key={text} data-notable={isNotable || undefined}>
          <span aria-hidden="true">{mark}</span> <VisibleText text={text} />
        </span>
      ))}
    </span>
  );
}
