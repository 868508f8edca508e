import { useCallback, useMemo, useRef, useState } from 'react';
import type { ConsoleState, LineResult, SessionSummary, TerminalSize } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useLive } from '../../state/use-live.ts';
import { useAttempt } from '../sending/use-attempt.ts';
import { useDropOnce } from './use-drop-once.ts';
import { useTypedAhead } from './use-typed-ahead.ts';

/** Shell mode of one session, with what went wrong in the person's words. */
export interface ShellModeState {
  readonly state: ConsoleState | undefined;
  readonly isRunning: boolean;
  /** Lines sent from here whose turn has not come. */
  readonly waiting: readonly string[];
  readonly problem: string | undefined;
  /** Blocks that were started here, with their terminals. */
  readonly startedHere: ReadonlyMap<string, string>;
  /** Runs a line; `undefined` if it was refused, and `problem` says why. */
  readonly run: (line: string, size: TerminalSize) => Promise<LineResult | undefined>;
  readonly interrupt: () => void;
  readonly push: (block: string) => void;
  readonly drop: (index: number) => void;
  /** Takes a profile into the modes of the session, or out of them. */
  readonly changeMode: (profile: string, isOn: boolean) => void;
  readonly dismissProblem: () => void;
}

export function useConsole(session: SessionSummary | undefined, onCreate: () => Promise<string>): ShellModeState {
  const api = useApi();
  const id = session?.id;
  const live = useLive<ConsoleState>(
    async (remote, signal) =>
      id === undefined ? doNothing() : await remote.console.changed({ session: id }, { signal }),
    [id],
  );
  const state = live.status === 'ready' ? live.value : undefined;
  const { attempt, problem, dismiss } = useAttempt(id);
  const { mayDrop, drop } = useDropOnce(state?.pending);
  const [startedHere, setStartedHere] = useState<ReadonlyMap<string, string>>(new Map());
  const { underWay, behind, isStarting, newSession, onStart, onPlaced, onStarted } = useTypedAhead(id, onCreate);
  const running = state?.running;
  const runningNow = useRef(running?.block);
  runningNow.current = running?.block;

  const run = useCallback(
    async (line: string, size: TerminalSize) => {
      const key = onStart(line, runningNow.current);
      const result = await attempt('Not run', async (place) => {
        place.session ??= await newSession();
        onPlaced(key, place.session);
        return await api.console.run({ session: place.session, line, size });
      });
      onStarted(key);
      if (result?.kind === 'block') setStartedHere((now) => new Map(now).set(result.block, result.terminal));
      return result;
    },
    [api, attempt, newSession, onStart, onPlaced, onStarted],
  );
  const ofSession = useMemo(
    () => ({
      interrupt: () =>
        void (id !== undefined && attempt('Not interrupted', () => api.console.interrupt({ session: id }))),
      push: (block: string) =>
        void (id !== undefined && attempt('Not pushed', () => api.console.pushBlock({ session: id, block }))),
      drop: (index: number) => void (id !== undefined && mayDrop() && attempt('Not taken out', () => drop(id, index))),
      changeMode: (profile: string, isOn: boolean) =>
        void attempt('Not changed', async (place) => {
          place.session ??= await onCreate();
          const input = { session: place.session, profile };
          await (isOn ? api.console.addMode(input) : api.console.removeMode(input));
        }),
      dismissProblem: dismiss,
    }),
    [api, attempt, dismiss, drop, id, mayDrop, onCreate],
  );
  const isRunning = running !== undefined || isStarting;
  const hasStarted = running !== undefined && (running.block === behind || startedHere.has(running.block));
  const waiting = useMemo(() => waitingOf(underWay, running?.line, hasStarted), [underWay, running?.line, hasStarted]);
  return useMemo(
    () => ({ state, isRunning, waiting, problem, startedHere, run, ...ofSession }),
    [state, isRunning, waiting, problem, startedHere, run, ofSession],
  );
}

async function* doNothing(): AsyncGenerator<never> {}

/** All but the one that starts; while another one runs, none does, not even one that reads the same. */
function waitingOf(underWay: readonly string[], running: string | undefined, hasStarted: boolean): readonly string[] {
  const isFirstStarting = running === undefined || (!hasStarted && running === underWay[0]?.trim());
  return isFirstStarting ? underWay.slice(1) : underWay;
}
