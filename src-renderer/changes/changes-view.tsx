import { useCallback, useMemo, useRef } from 'react';
import type { Change } from '#contract';
import { useNavigation } from '../state/navigation.tsx';
import { useLive } from '../state/use-live.ts';
import { useOpenWorkspaces } from '../state/workspaces.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListAndDetail } from '../ui/list-and-detail.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { DecidedBanner } from './banners/decided-banner.tsx';
import { nextWaiting, useAfterDecision } from './decide/use-after-decision.ts';
import { ChangeList } from './list/change-list.tsx';
import { setGroups, turnSets } from './list/turn-sets.ts';
import { useChosenChange } from './list/use-chosen-change.ts';
import { DiffPane } from './pane/diff-pane.tsx';

const none: readonly Change[] = [];

/** What the model proposes for files and what has been done to them, one diff at a time. */
export function ChangesView({ isVisible }: { readonly isVisible: boolean }) {
  const live = useLive((api, signal) => api.changes.changed(undefined, { signal }), []);
  const listed = live.status === 'ready' ? live.value : none;
  const open = useOpenWorkspaces();
  const { sets, groups } = useMemo(() => {
    const all = turnSets(listed);
    const byWorkspace = setGroups(all, open);
    return { sets: byWorkspace?.flatMap(({ items }) => items) ?? all, groups: byWorkspace };
  }, [listed, open]);
  // In the order of the list, so that the keys go to the next file as it is shown.
  const changes = useMemo(() => sets.flatMap((set) => set.changes), [sets]);
  const { chosen, choose, step } = useChosenChange(changes, isVisible);
  const list = useRef<HTMLUListElement>(null);
  const focusList = useCallback(() => {
    list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
  }, []);
  const pane = useRef<HTMLElement>(null);
  const { decided, outcome, onDecided, dismiss } = useAfterDecision({ changes, choose, focusList, pane });

  if (live.status === 'loading') return <Spinner label="Loading changes" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  if (changes.length === 0) return <NoChanges />;
  return (
    <ListAndDetail
      name="changes"
      list={<ChangeList ref={list} {...{ sets, groups }} chosen={chosen?.id} onChoose={choose} />}
    >
      {decided === undefined ? undefined : (
        <DecidedBanner
          {...{ decided, outcome }}
          isShown={outcome !== undefined && outcome.id === chosen?.id}
          onShow={choose}
          onDismiss={dismiss}
        />
      )}
      {chosen === undefined ? undefined : (
        <DiffPane
          ref={pane}
          {...{ isVisible, onDecided }}
          change={chosen}
          next={nextWaiting(changes, chosen.id)}
          onStepFile={step}
          onLeave={focusList}
        />
      )}
    </ListAndDetail>
  );
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
