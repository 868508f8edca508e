import { useState } from 'react';
import { plural } from '../../ui/format.ts';
import { TextField } from '../../ui/text-field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { walkByArrows } from '../../ui/walk-by-arrows.ts';
import styles from '../workspaces.module.css';
import { useIsDirty } from './use-file-draft.ts';

export interface WorkspaceFileListProps {
  /** Absolute path of the workspace. */
  readonly path: string;
  /** Relative to it, in order. */
  readonly files: readonly string[];
  /** Whether there are more files than are listed. */
  readonly isCut: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (file: string) => void;
}

/** Most rows drawn; the filter finds the others. */
const MAX_ROWS = 300;

/** The files of a workspace by name; the arrow keys move through them. */
export function WorkspaceFileList({ path, files, isCut, chosen, onChoose }: WorkspaceFileListProps) {
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const found = files.filter((file) => words.every((word) => file.toLowerCase().includes(word)));
  const shown = found.slice(0, MAX_ROWS);
  const focusable = chosen !== undefined && shown.includes(chosen) ? chosen : shown[0];
  return (
    <div className={styles.files}>
      <TextField
        type="search"
        aria-label="Filter the files"
        placeholder="Filter the files"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <ul className={styles.fileRows} aria-label="Files of the workspace" onKeyDown={walkByArrows}>
        {shown.map((file) => (
          <li key={file}>
            <FileRow
              path={path}
              file={file}
              isChosen={file === chosen}
              isStop={file === focusable}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
      {found.length > shown.length ? (
        <p className={styles.fact}>{plural(found.length - shown.length, 'more file')}; type a part of a name.</p>
      ) : undefined}
      {found.length === 0 ? <p className={styles.fact}>No file has this name.</p> : undefined}
      {isCut ? (
        <p className={styles.fact}>The folder has more files than the first {files.length}, which are listed here.</p>
      ) : undefined}
    </div>
  );
}

interface RowProps extends Pick<WorkspaceFileListProps, 'path' | 'onChoose'> {
  readonly file: string;
  readonly isChosen: boolean;
  /** Tab comes to it. */
  readonly isStop: boolean;
}

function FileRow({ path, file, isChosen, isStop, onChoose }: RowProps) {
  const isDirty = useIsDirty(path, file);
  return (
    <button
      type="button"
      className={styles.row}
      tabIndex={isStop ? 0 : -1}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onChoose(file)}
    >
      <VisibleText text={file} />
      {isDirty ? <span className={styles.warning}> not saved</span> : undefined}
    </button>
  );
}
