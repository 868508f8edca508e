import { useState } from 'react';
import type { RewindFile, RewindPlan } from '#contract';
import { useWorkspaceOf } from '../../state/sessions.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime, plural } from '../../ui/format.ts';
import { shortPaths } from '../../ui/short-path.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './rewind-dialog.module.css';
import { RewindDiff } from './rewind-diff.tsx';
import type { RewindRequest } from './use-rewind.ts';

export interface RewindFilesProps {
  readonly session: string;
  readonly request: RewindRequest;
  readonly plan: RewindPlan;
  /** Paths that are restored over what is there now. */
  readonly confirmed: ReadonlySet<string>;
  readonly onToggle: (path: string) => void;
}

/** Files that a group draws before more are asked for. */
const FIRST = 100;

/** The files of a preview: what is restored, what stays and why, and what others changed. */
export function RewindFiles(props: RewindFilesProps) {
  const { plan, request } = props;
  const { files, counts } = plan;
  const others = files.filter(({ isOthers }) => isOthers);
  const own = files.filter(({ isOthers }) => !isOthers);
  const stays = own.filter(({ outcome }) => outcome !== 'restored');
  const restored = own.filter(({ outcome }) => outcome === 'restored');
  const count = counts.restored + counts.left + counts.unknown;
  const back = request.kind === 'redo' ? 'changed again' : 'restored';
  if (count + counts.others === 0) return <p className={styles.note}>No file was changed since.</p>;
  return (
    <>
      {count === 0 ? <p className={styles.note}>This session changed no file since.</p> : undefined}
      <RewindGroup
        {...props}
        title={`Left as they are: ${plural(counts.left + counts.unknown, 'file')}`}
        files={stays}
      />
      <RewindGroup {...props} title={`${plural(counts.restored, 'file')} will be ${back}`} files={restored} />
      <RewindGroup
        {...props}
        title={`Changed by others since, or by you: ${plural(counts.others, 'file')}, left`}
        files={others}
      />
      {count + counts.others > files.length ? (
        <p className={styles.note}>{plural(count + counts.others - files.length, 'more file')} not listed here.</p>
      ) : undefined}
      {files.some(({ canConfirm }) => canConfirm) ? (
        <p className={styles.note}>What is there now is kept on the record first, so that Redo brings it back, too.</p>
      ) : undefined}
    </>
  );
}

interface GroupProps extends RewindFilesProps {
  readonly title: string;
  readonly files: readonly RewindFile[];
}

function RewindGroup({ title, files, ...props }: GroupProps) {
  const [isWhole, setWhole] = useState(false);
  if (files.length === 0) return undefined;
  const shown = isWhole ? files : files.slice(0, FIRST);
  return (
    <section aria-label={title}>
      <h3 className={styles.group}>{title}</h3>
      <ul className={styles.files}>
        {shown.map((file) => (
          <RewindFileRow key={file.path} {...props} file={file} />
        ))}
      </ul>
      {shown.length === files.length ? undefined : (
        <Button size="small" onClick={() => setWhole(true)}>
          Show {files.length - shown.length} more
        </Button>
      )}
    </section>
  );
}

/** Words for a file's change, with a sign and a word, so that it does not depend on colour or sign alone. */
const BECOMES = {
  created: { sign: '+', word: 'comes back' },
  modified: { sign: '±', word: 'changes' },
  deleted: { sign: '−', word: 'is removed' },
} as const;

function RewindFileRow({
  session,
  request,
  file,
  confirmed,
  onToggle,
}: RewindFilesProps & { readonly file: RewindFile }) {
  const { path, shownPath, change, outcome, canConfirm } = file;
  const [isOpen, setOpen] = useState(false);
  const isDone = outcome === 'restored' || confirmed.has(path);
  const { sign, word } = BECOMES[change];
  return (
    <li className={styles.file} data-change={isDone ? change : undefined}>
      <div className={styles.row}>
        <span className={styles.sign} aria-hidden="true">
          {isDone ? sign : '='}
        </span>
        <code className={styles.path} title={path}>
          <VisibleText text={shownPath} />
        </code>
        <span className={styles.word}>{isDone ? word : 'stays'}</span>
        {canConfirm ? (
          <label className={styles.confirm}>
            <input
              type="checkbox"
              checked={confirmed.has(path)}
              onChange={() => onToggle(path)}
              aria-label={`Restore all the same: ${shownPath}`}
            />
            Restore all the same
          </label>
        ) : undefined}
        <Button
          size="small"
          variant="ghost"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} the diff of ${shownPath}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide diff' : 'Diff'}
        </Button>
      </div>
      <FileReason session={session} file={file} />
      {isOpen ? <RewindDiff session={session} request={request} file={file} /> : undefined}
    </li>
  );
}

function FileReason({
  session,
  file: { why, outcome, changedBy },
}: {
  readonly session: string;
  readonly file: RewindFile;
}) {
  const workspace = useWorkspaceOf(session);
  if (why === undefined) return undefined;
  const later = changedBy === undefined ? '' : ` (changed at ${formatTime(changedBy.at)})`;
  return (
    <p className={styles.why}>
      {outcome === 'unknown' ? 'Not certain: ' : ''}
      <VisibleText text={`${shortPaths(why, workspace)}${later}`} />
    </p>
  );
}
