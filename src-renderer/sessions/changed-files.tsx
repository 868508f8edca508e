import { useAppInfo } from '../state/app-info.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { Button } from '../ui/button.tsx';
import { UndoButton } from '../ui/undo-button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './changed-files.module.css';
import type { ToolItem } from './tool-card.tsx';

/** Files shown at once; a build can change thousands. */
const MAX_SHOWN = 8;
const MARKS = { created: '+', modified: '±', deleted: '−' } as const;

/** What a call changed, each with its diff and its way back. */
export function ChangedFiles({
  changes,
  session,
}: {
  readonly changes: ToolItem['changes'];
  readonly session: string;
}) {
  const { open } = useNavigation();
  const workspace = useAppInfo()?.workspace.path;
  if (changes.length === 0) return undefined;
  return (
    <ul className={styles.files} aria-label="Changed files">
      {changes.slice(0, MAX_SHOWN).map(({ event, path, change }) => (
        <li key={event} className={styles.file}>
          <span className={styles.kind} data-change={change}>
            <b aria-hidden="true">{MARKS[change]}</b> {change}
          </span>
          <code className={styles.path} title={path}>
            <VisibleText text={shortened(path, workspace)} />
          </code>
          <Button size="small" variant="ghost" onClick={() => open('changes', event)}>
            Show diff
          </Button>
          <UndoButton session={session} event={event} path={path} />
        </li>
      ))}
      {changes.length > MAX_SHOWN ? (
        <li className={styles.file}>
          <span className={styles.path}>{changes.length - MAX_SHOWN} more files</span>
          <Button size="small" variant="ghost" onClick={() => open('changes')}>
            Show all in Changes
          </Button>
        </li>
      ) : undefined}
    </ul>
  );
}

/** Relative to the workspace where it lies inside. */
function shortened(path: string, workspace: string | undefined): string {
  return workspace !== undefined && path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}
