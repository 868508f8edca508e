import { useMemo } from 'react';
import { useNavigation } from '../../state/navigation.tsx';
import { useWorkspaceOf } from '../../state/sessions.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { shortPath } from '../../ui/short-path.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { ToolItem } from '../items/tool-item.ts';
import { ChangeUndo } from './change-undo.tsx';
import styles from './changed-files.module.css';

/** Files shown at once; a build can change thousands. */
const MAX_SHOWN = 8;
const MARKS = { created: '+', modified: '±', deleted: '−' } as const;

/** List of a call's changes, each with its diff and its undo. */
export function ChangedFiles({
  changes,
  session,
}: {
  readonly changes: ToolItem['changes'];
  readonly session: string;
}) {
  const { open } = useNavigation();
  const workspace = useWorkspaceOf(session);
  const files = useMemo(() => withoutFilledFolders(changes), [changes]);
  const [first] = files;
  if (first === undefined) return undefined;
  return (
    <ul className={styles.files} aria-label="Changed files">
      {files.slice(0, MAX_SHOWN).map((change) => (
        <li key={change.event} className={styles.file} data-undone={change.undone !== undefined || undefined}>
          <span className={styles.kind} data-change={change.change}>
            <b aria-hidden="true">{MARKS[change.change]}</b> {change.change}
          </span>
          <code className={styles.path} title={change.path}>
            <VisibleText text={shortPath(change.path, workspace)} />
          </code>
          <Button size="small" variant="ghost" onClick={() => open('changes', change.event)}>
            Show diff
          </Button>
          <ChangeUndo session={session} change={change} />
          {change.shared === undefined ? undefined : (
            <span className={styles.shared}>
              <VisibleText text={change.shared} />
            </span>
          )}
        </li>
      ))}
      {files.length > MAX_SHOWN ? (
        <li className={styles.file}>
          <span className={styles.path}>{plural(files.length - MAX_SHOWN, 'more file')}</span>
          <Button size="small" variant="ghost" onClick={() => open('changes', first.event)}>
            Show all in Changes
          </Button>
        </li>
      ) : undefined}
    </ul>
  );
}

/** Leaves out folders that were created or removed with content: their files represent them, as in Changes. */
function withoutFilledFolders(changes: ToolItem['changes']): ToolItem['changes'] {
  const filled = new Set<string>();
  for (const { path, change } of changes) {
    if (change === 'modified') continue;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = `${change} ${path.slice(0, end)}`;
      if (filled.has(folder)) break;
      filled.add(folder);
    }
  }
  return changes.filter(({ path, change }) => !filled.has(`${change} ${path}`));
}
