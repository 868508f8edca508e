import { useCallback, useMemo, useState } from 'react';
import type { Api, TurnUndoOutcome } from '#contract';
import { UNDO_WORDS, undoWords } from '#contract/undo-words';
import { useApi } from '../api/api-context.tsx';
import { failureText } from '../state/error-text.ts';
import { announce } from '../ui/announce.ts';
import { sortOutcome } from './sort-outcome.ts';
import type { TurnUndo, TurnUndoRequest } from './turn-undo.ts';

/** Last undo or redo, with its result. */
export interface UndoResult {
  readonly request: TurnUndoRequest;
  readonly outcome: TurnUndoOutcome;
  readonly text: string;
}

export interface TurnUndoState extends TurnUndo {
  /** Plan with files that would be left out, to be decided before anything is done. */
  readonly asking: { readonly request: TurnUndoRequest; readonly plan: TurnUndoOutcome } | undefined;
  /** Goes on with what was asked about; `confirmed` are events of paths that are restored all the same. */
  readonly goOn: (confirmed: readonly string[]) => void;
  readonly cancel: () => void;
  readonly result: UndoResult | undefined;
  readonly problem: string | undefined;
  readonly dismiss: () => void;
}

/** Undoes and redoes turns: looks first what would come of it, and asks where something would be left as it is. */
export function useTurnUndo(): TurnUndoState {
  const api = useApi();
  const [busy, setBusy] = useState<TurnUndoRequest | undefined>(undefined);
  const [asking, setAsking] = useState<TurnUndoState['asking']>(undefined);
  const [result, setResult] = useState<UndoResult | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  const work = useCallback(async (request: TurnUndoRequest, step: () => Promise<void>) => {
    setBusy(request);
    setProblem(undefined);
    try {
      await step();
    } catch (error) {
      setProblem(failureText(`${request.title}: not ${UNDO_WORDS[request.direction].done}`, error));
    }
    setBusy(undefined);
  }, []);

  const settle = useCallback(
    async (request: TurnUndoRequest, confirmed: readonly string[]) => {
      const outcome = await settleTurn(api, request, confirmed);
      const text = undoWords(request.path === undefined ? (request.noun ?? 'Turn') : request.title, outcome);
      setResult({ request, outcome, text });
      announce(text);
    },
    [api],
  );

  const start = useCallback(
    (request: TurnUndoRequest) => {
      if (busy !== undefined || asking !== undefined) return;
      setResult(undefined);
      void work(request, async () => {
        const { session, turn, direction, path } = request;
        const plan = await api.changes.planTurn({ session, turn, direction, ...onlyPath(path) });
        if (sortOutcome(plan).stays.length === 0) await settle(request, []);
        else setAsking({ request, plan });
      });
    },
    [api, busy, asking, work, settle],
  );

  const goOn = (confirmed: readonly string[]) => {
    if (asking === undefined) return;
    const { request } = asking;
    setAsking(undefined);
    void work(request, () => settle(request, confirmed));
  };

  const shared = useMemo(
    () => ({
      start,
      isBusy: ({ session, turn }: Pick<TurnUndoRequest, 'session' | 'turn'>) =>
        busy?.session === session && busy.turn === turn,
    }),
    [start, busy],
  );
  const dismiss = useCallback(() => {
    setResult(undefined);
    setProblem(undefined);
  }, []);
  return { ...shared, asking, goOn, cancel: () => setAsking(undefined), result, problem, dismiss };
}

function settleTurn(api: Api, request: TurnUndoRequest, confirmed: readonly string[]): Promise<TurnUndoOutcome> {
  const { session, turn, direction, path } = request;
  const input = { session, turn, confirmed: [...confirmed], ...onlyPath(path) };
  return direction === 'undo' ? api.changes.undoTurn(input) : api.changes.redoTurn(input);
}

const onlyPath = (path: string | undefined) => (path === undefined ? {} : { paths: [path] });
