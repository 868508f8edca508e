import { useEffect, useState } from 'react';
import type { PromptsState } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { actionOf } from '../state/action-table.ts';
import { useActions } from '../state/actions.tsx';
import { useLayout } from '../state/layout.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { useAsyncAction } from '../state/use-async-action.ts';
import { useKeptFirst } from '../state/use-kept-first.ts';
import { useLive } from '../state/use-live.ts';
import { Banner } from '../ui/banner.tsx';
import { ListAndDetail } from '../ui/list-and-detail.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { promptActions } from './action-table.ts';
import { Browser } from './browser/browser.tsx';
import { BrowserDetail } from './browser/browser-detail.tsx';
import { NewPromptDialog } from './browser/new-prompt-dialog.tsx';
import { type PromptCommands, usePromptCommands } from './browser/prompt-commands.tsx';
import { PastPane } from './history/past-pane.tsx';
import { NoPrompt, type NoPromptProps } from './no-prompt.tsx';
import styles from './prompts-view.module.css';
import type { StorePart, StorePlace } from './store-place.ts';
import { WorkbenchPane } from './workbench/workbench.tsx';

/** Prompt templates, the variables and tools they use, and what they make. */
export function PromptsView({ isVisible }: { readonly isVisible: boolean }) {
  const live = useLive((api, signal) => api.prompts.changed(undefined, { signal }), []);
  if (live.status === 'loading') return <Spinner label="Loading prompts" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  return <LoadedPrompts state={live.value} isVisible={isVisible} />;
}

interface LoadedPromptsProps {
  readonly state: PromptsState;
  readonly isVisible: boolean;
}

function LoadedPrompts({ state, isVisible }: LoadedPromptsProps) {
  const api = useApi();
  const { open } = useNavigation();
  const [chosen, setPlace] = useLayout<StorePlace>('prompts.place', { part: 'prompts' });
  const first = useKeptFirst(state.prompts.map(({ id }) => id));
  const place = chosen.id === undefined && chosen.part === 'prompts' ? placeOf('prompts', first) : chosen;
  const reading = useAsyncAction();
  const refresh = () => reading.run(() => api.prompts.refresh());
  const [isNew, setIsNew] = useState(false);
  useTarget(setPlace);
  const action = (id: keyof typeof promptActions, work: () => void) =>
    actionOf(promptActions, id, {
      run: () => {
        open('prompts');
        work();
      },
    });
  useActions([action('prompts.new', () => setIsNew(true)), action('prompts.refresh', refresh)]);
  const go = (part: StorePart, id?: string) => setPlace(placeOf(part, id));
  const { isAwaited, onMade } = useMadePrompt(state, place, (id) => go('prompts', id));
  const onRemoved = (id: string) => {
    if (chosen.part === 'prompts' && chosen.id === id) go('prompts');
  };
  const { commands, said } = usePromptCommands({ onMade, onRemoved });
  return (
    <div className={styles.view}>
      {said}
      {reading.problem === undefined ? undefined : (
        <Banner level="error" onDismiss={reading.dismiss}>
          {reading.problem}
        </Banner>
      )}
      <div className={styles.rest}>
        <ListAndDetail
          name="prompts"
          list={
            <Browser
              state={state}
              place={place}
              commands={commands}
              onGo={go}
              onNew={() => setIsNew(true)}
              onRefresh={refresh}
            />
          }
        >
          <PromptsDetail
            state={state}
            place={place}
            isVisible={isVisible}
            go={go}
            commands={commands}
            made={{ isAwaited, onMade }}
            onNew={() => setIsNew(true)}
          />
        </ListAndDetail>
      </div>
      {isNew ? (
        <NewPromptDialog
          onMade={(id) => {
            setIsNew(false);
            onMade(id);
          }}
          onClose={() => setIsNew(false)}
        />
      ) : undefined}
    </div>
  );
}

/** Shows a prompt that was made just now: until the store tells of it, it is awaited, and not said to be gone. */
function useMadePrompt({ prompts }: PromptsState, { part, id }: StorePlace, show: (id: string) => void) {
  const [awaited, setAwaited] = useState<string | undefined>(undefined);
  const isThere = prompts.some((one) => one.id === awaited);
  if (awaited !== undefined && (isThere || part !== 'prompts' || id !== awaited)) setAwaited(undefined);
  return {
    isAwaited: awaited !== undefined && awaited === id,
    onMade: (made: string) => {
      show(made);
      setAwaited(made);
    },
  };
}

const placeOf = (part: StorePart, id: string | undefined): StorePlace => (id === undefined ? { part } : { part, id });

interface DetailProps extends LoadedPromptsProps {
  readonly place: StorePlace;
  readonly go: (part: StorePart, id?: string) => void;
  readonly onNew: () => void;
  readonly commands: PromptCommands;
  readonly made: Pick<NoPromptProps, 'isAwaited' | 'onMade'>;
}

function PromptsDetail({ state, place, isVisible, go, onNew, commands, made }: DetailProps) {
  if (place.part === 'past') return <PastPane key={place.id} id={place.id ?? ''} onClose={(id) => go('prompts', id)} />;
  if (place.part !== 'prompts') return <BrowserDetail state={state} place={place} go={go} />;
  const summary = state.prompts.find(({ id }) => id === place.id);
  if (summary === undefined) return <NoPrompt {...made} onNew={onNew} store={state.store} id={place.id} />;
  return <WorkbenchPane key={summary.id} state={state} summary={summary} isVisible={isVisible} commands={commands} />;
}

/** Follows navigation: `prompt:` and an id, or `past:` with a session and an event. */
function useTarget(setPlace: (place: StorePlace) => void): void {
  const { view, target, count } = useNavigation();
  const wanted = view === 'prompts' ? target : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also one for the same.
  useEffect(() => {
    if (wanted?.startsWith('prompt:')) setPlace({ part: 'prompts', id: wanted.slice('prompt:'.length) });
    if (wanted?.startsWith('past:')) setPlace({ part: 'past', id: wanted.slice('past:'.length) });
  }, [wanted, count]);
}
