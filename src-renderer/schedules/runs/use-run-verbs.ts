import type { ScheduleRun } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useNavigation, type ViewId } from '../../state/navigation.tsx';
import { type AsyncAction, useAsyncAction } from '../../state/use-async-action.ts';
import { useUndo } from '../../turns/turn-undo.ts';
import { announce } from '../../ui/announce.ts';
import { type RunVerb, verbsOf } from './run-words.ts';

export interface RunVerbs {
  readonly doing: AsyncAction;
  /** Does what can be done with the run now; nothing if it cannot. */
  readonly act: (verb: RunVerb, run: ScheduleRun) => void;
}

/** Carries out actions on a run, by button or by key. `openRun` shows another one. */
export function useRunVerbs(openRun: (run: string) => void): RunVerbs {
  const api = useApi();
  const { open, viewNow } = useNavigation();
  const { start } = useUndo();
  const doing = useAsyncAction();
  // Another run may be open by the time that it fails.
  const doFor = (name: string, work: () => Promise<unknown>) =>
    doing.run(() => work().catch((error: unknown) => Promise.reject(new Error(`${name}: ${errorText(error)}`))));
  /** Leads on from Schedules; elsewhere the person may be typing by then, and hears of it. */
  const openFromHere = (to: ViewId, news: string, target?: string) => {
    if (viewNow() === 'schedules') open(to, target);
    else announce(news);
  };
  const turnBack = ({ session, turn, name }: ScheduleRun, direction: 'undo' | 'redo') => {
    if (session === undefined || turn === undefined) return;
    start({ session, turn, direction, title: name, noun: 'Run' });
  };
  const works: Readonly<Record<RunVerb, (run: ScheduleRun) => void>> = {
    accept: ({ id, name }) =>
      doFor(name, async () => {
        await api.schedules.accept({ run: id });
        // What it changed waits there for the review.
        openFromHere('changes', `In Changes: ${name}`);
      }),
    drop: ({ branch, name }) =>
      doFor(name, async () => {
        if (branch === undefined) return;
        await api.branches.drop({ branch: branch.id });
        announce(`Dropped: ${name}`);
      }),
    restore: ({ branch, name }) =>
      doFor(name, async () => {
        if (branch === undefined) return;
        await api.branches.restore({ branch: branch.id });
        announce(`Restored: ${name}`);
      }),
    keep: ({ id, name }) =>
      doFor(name, async () => {
        await api.schedules.keep({ run: id });
        announce(`Kept: ${name}`);
      }),
    undo: (run) => turnBack(run, 'undo'),
    redo: (run) => turnBack(run, 'redo'),
    chat: ({ id, session, name }) =>
      doFor(name, async () => {
        // The person is there now, and answers what it asks.
        await api.schedules.goOn({ run: id });
        openFromHere('sessions', `In Sessions: ${name}`, session);
      }),
    again: ({ id, name }) =>
      doFor(name, async () => {
        const { run } = await api.schedules.again({ run: id });
        announce(`Started: ${name}`);
        openRun(run);
      }),
    stop: ({ id, name }) =>
      doFor(name, async () => {
        await api.schedules.stop({ run: id });
        announce(`Stopped: ${name}`);
      }),
  };
  return { doing, act: (verb, run) => (verbsOf(run).has(verb) ? works[verb](run) : undefined) };
}
