import { type Ref, useCallback, useId, useMemo, useRef } from 'react';
import type { Change, ChangeList as Listed, TurnChanges, Workspace } from '#contract';
import { useOpenWorkspaces, type WorkspaceGroup, workspaceGroups } from '../../state/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { useToday } from '../../ui/use-today.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { GroupHeading } from '../group/group-heading.tsx';
import styles from './change-list.module.css';
import { ChangeRow } from './change-row.tsx';
import { type ChangeSelection, changeKey, changeSelection, type RowKey, turnKey } from './change-selection.ts';
import { ListKeys } from './list-keys.tsx';
import type { RowContext } from './row-context.ts';
import { TurnTable } from './turn-table.tsx';
import { useRowFocus } from './use-row-focus.ts';
import type { TurnFolds } from './use-turn-folds.ts';

export interface ChangeListProps {
  readonly list: Listed;
  /** Change that the diff shows. */
  readonly shown: Change | undefined;
  readonly folds: TurnFolds;
  readonly onChoose: (chosen: ChangeSelection, change?: Change) => void;
  readonly onShowOlder: () => void;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Turns by workspace; undefined if all are of one. */
function turnGroups(
  turns: readonly TurnChanges[],
  open: readonly Workspace[],
): readonly WorkspaceGroup<TurnChanges>[] | undefined {
  const groups = workspaceGroups(turns, open)?.filter(({ items }) => items.length > 0) ?? [];
  return groups.length < 2 ? undefined : groups;
}

/** The row of what is shown, or of its turn while that is closed. */
function shownKeys(shown: Change | undefined): readonly RowKey[] {
  if (shown === undefined) return [];
  const { id, session, turn = id } = shown;
  return [changeKey(shown), turnKey({ session, turn })];
}

/** List of waiting proposals, then of past changes, one row a turn; the arrow keys move through all of it. */
export function ChangeList({ list, shown, folds, onChoose, onShowOlder, ref }: ChangeListProps) {
  // Times of rows are drawn again when another day begins.
  useToday();
  const scroller = useRef<HTMLDivElement>(null);
  const shownKey = shown && changeKey(shown);
  const { focusKey, onRows, onKeyDown, onFocus, onBlur } = useRowFocus(scroller, shownKeys(shown), folds);
  const waitingId = useId();
  const { proposals, turns, older } = list;
  const open = useOpenWorkspaces();
  const groups = useMemo(() => turnGroups(turns, open), [turns, open]);
  const rows: RowContext = { shownKey, focusKey, onRows, folds, onChoose };
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element;
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    },
    [ref],
  );

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <h2 className={styles.heading}>Changes</h2>
        <span id={waitingId} className={styles.count}>
          {proposals.length === 0 ? 'Nothing to review' : `${proposals.length} to review`}
        </span>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows in it. */}
      <div
        ref={place}
        className={styles.scroller}
        data-first-focus={proposals.length === 0 ? '' : undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {proposals.length === 0 ? undefined : (
          <ul className={styles.list} aria-label="Proposed changes" aria-describedby={waitingId}>
            {proposals.map((change, at) => (
              <li key={change.id} className={styles.item}>
                <GroupHeading change={change} before={proposals[at - 1]} />
                <ChangeRow
                  change={change}
                  isShown={changeKey(change) === shownKey}
                  isTabStop={changeKey(change) === focusKey}
                  onChoose={() => onChoose(changeSelection(change))}
                />
              </li>
            ))}
          </ul>
        )}
        {groups === undefined
          ? turns.length > 0 && <TurnTable turns={turns} rows={rows} label="Turns" />
          : groups.map(({ workspace, items }) => (
              <section key={workspace.path} aria-label={`Turns in ${workspace.name}`}>
                <h3 className={styles.workspace} title={workspace.path}>
                  <VisibleText text={workspace.name} />
                </h3>
                <TurnTable turns={items} rows={rows} label={`Turns in ${workspace.name}`} />
              </section>
            ))}
        {older === 0 ? undefined : (
          <Button className={styles.older} size="small" variant="ghost" onClick={onShowOlder}>
            Show older: {plural(older, 'turn')}
          </Button>
        )}
      </div>
      {turns.length === 0 ? undefined : <ListKeys />}
    </div>
  );
}
