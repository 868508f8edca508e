import { useCallback, useMemo, useRef } from 'react';
import type { Change, ChangeList as Listed, Question, TurnChanges } from '#contract';
import { useNavigation } from '../state/navigation.tsx';
import { LeftDialog } from '../turns/left-dialog.tsx';
import { TurnUndoContext } from '../turns/turn-undo.ts';
import { fileCount } from '../turns/turn-words.ts';
import { useTurnUndo } from '../turns/use-turn-undo.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { giveFocus } from '../ui/give-focus.ts';
import { ListAndDetail } from '../ui/list-and-detail.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { DecidedBanner } from './banners/decided-banner.tsx';
import { nextWaiting, useAfterDecision } from './decide/use-after-decision.ts';
import { GroupAnswersContext, useGroup } from './group/group-answers.ts';
import { withDeletions } from './group/reviewed-together.ts';
import { useGroupAnswers } from './group/use-group-answers.ts';
import { ChangeList } from './list/change-list.tsx';
import { changeKey, turnKey } from './list/change-selection.ts';
import { useChangeList } from './list/use-change-list.ts';
import { useNavigated } from './list/use-navigated.ts';
import { useShownChange } from './list/use-shown-change.ts';
import { useTurnFolds } from './list/use-turn-folds.ts';
import { ChangePane } from './pane/change-pane.tsx';
import { UndoNotice } from './undo/undo-notice.tsx';
import { useUndoActions } from './undo/use-undo-actions.ts';

const NOTHING: Listed = { proposals: [], turns: [], older: 0 };
const NOBODY: readonly Question[] = [];
/** Wide enough for a row's counts beside its button, in pixels. */
const LIST_WIDTH = 330;
/** A turn of more files is opened by the person alone. */
const MAX_OPEN = 50;

/** View of proposed file changes, and of what turns have done to files: a row each, and one diff at a time. */
export function ChangesView(props: { readonly isVisible: boolean }) {
  return (
    <GroupAnswersContext value={useGroupAnswers()}>
      <ChangesOfAll {...props} />
    </GroupAnswersContext>
  );
}

function ChangesOfAll({ isVisible }: { readonly isVisible: boolean }) {
  const { live, showOlder, reach } = useChangeList();
  const listed = live.status === 'ready' ? live.value : NOTHING;
  const waiting = useGroup()?.waiting ?? NOBODY;
  const list = useMemo(() => ({ ...listed, proposals: withDeletions(listed.proposals, waiting) }), [listed, waiting]);
  const { proposals, turns } = list;
  const { shown, chosen, choose } = useShownChange(list, isVisible && live.status === 'ready');
  const folds = useTurnFolds(shortTurnOf(turns, shown));
  const rows = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const focusList = useCallback(() => giveFocus(() => rowToFocus(rows.current)), []);
  useNavigated({ isVisible, proposals, chosen, choose, folds, reach });
  const after = useAfterDecision({ proposals, chosen, choose, focusList, pane });
  const undo = useTurnUndo();
  useUndoActions({ isEnabled: isVisible && turns.length > 0, list: rows, pane });
  const undoing = useMemo(() => ({ start: undo.start, isBusy: undo.isBusy }), [undo.start, undo.isBusy]);

  if (live.status === 'loading') return <Spinner label="Loading changes" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  if (proposals.length + turns.length === 0) return <NoChanges />;
  return (
    <TurnUndoContext value={undoing}>
      <ListAndDetail
        name="changes"
        listWidth={LIST_WIDTH}
        list={
          <ChangeList ref={rows} list={list} shown={shown} folds={folds} onChoose={choose} onShowOlder={showOlder} />
        }
      >
        <UndoNotice undo={undo} turns={turns} />
        {after.decided === undefined || after.decided.isHeld === true ? undefined : (
          <DecidedBanner
            decided={after.decided}
            outcome={after.outcome}
            isShown={
              after.outcome !== undefined && shown !== undefined && changeKey(after.outcome) === changeKey(shown)
            }
            onShow={choose}
            onDismiss={after.dismiss}
          />
        )}
        {shown === undefined ? undefined : (
          <ChangePane
            ref={pane}
            isVisible={isVisible}
            onDecided={after.onDecided}
            change={shown}
            next={nextOf(proposals, shown)}
            onStepFile={(by) => stepFile(rows.current, changeKey(shown), by)}
            onLeave={focusList}
          />
        )}
      </ListAndDetail>
      {undo.asking === undefined ? undefined : (
        <LeftDialog {...undo.asking} onGoOn={undo.goOn} onCancel={undo.cancel} />
      )}
    </TurnUndoContext>
  );
}

/** The turn of the file that is shown, where it is short enough to be open by itself. */
function shortTurnOf(turns: readonly TurnChanges[], shown: Change | undefined): string | undefined {
  const row = turns.find(({ session, turn }) => session === shown?.session && turn === shown.turn);
  return row && shown?.state !== 'proposed' && fileCount(row) <= MAX_OPEN ? turnKey(row) : undefined;
}

/** Finds the change that is likely to be viewed next. */
function nextOf(proposals: readonly Change[], shown: Change): Change | undefined {
  return shown.state === 'proposed' ? nextWaiting(proposals, shown.id) : undefined;
}

function rowToFocus(list: HTMLElement | null): HTMLElement | null | undefined {
  const row = list?.querySelector<HTMLElement>('[data-row][aria-current="true"]');
  return row ?? list?.querySelector<HTMLElement>('[data-row][tabindex="0"]');
}

/** Shows the file before or after one, as the list has them; the focus stays with the diff. */
function stepFile(list: HTMLElement | null, key: string, by: 1 | -1): void {
  const files = [...(list?.querySelectorAll<HTMLElement>('[data-row]:not([data-level="1"])') ?? [])];
  const at = files.findIndex((row) => row.dataset.row === key);
  if (at >= 0) files[at + by]?.click();
}

function NoChanges() {
  const { open } = useNavigation();
  return (
    <EmptyState
      icon="changes"
      title="No file has been changed yet"
      text="When the model proposes a change, its diff waits here: accept or reject each part, edit it, and undo it later."
      action={
        <Button variant="primary" onClick={() => open('sessions')}>
          Ask for a change
        </Button>
      }
    >
      <p>For example: “Make the greeting friendlier.”</p>
    </EmptyState>
  );
}
