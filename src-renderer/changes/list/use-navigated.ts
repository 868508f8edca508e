import { useEffect, useRef } from 'react';
import type { Change } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { type ChangeSelection, turnKey } from './change-selection.ts';
import type { TurnFolds } from './use-turn-folds.ts';

export interface NavigatedOptions {
  readonly isVisible: boolean;
  readonly proposals: readonly Change[];
  readonly chosen: ChangeSelection | undefined;
  readonly choose: (chosen: ChangeSelection) => void;
  readonly folds: TurnFolds;
  /** Ensures that the list reaches as far back as this turn. */
  readonly reach: (newer: number) => void;
}

/** Shows what navigation asks for: a proposal, the turn of a change by the change's event, or a turn. */
export function useNavigated(options: NavigatedOptions): void {
  const api = useApi();
  const navigation = useNavigation();
  const target = options.isVisible && navigation.view === 'changes' ? navigation.target : undefined;
  const latest = useRef(options);
  latest.current = options;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also one for the same change.
  useEffect(() => {
    if (target === undefined) return;
    // A proposal may be on its way here; as long as it waits, its id is its own.
    const own: ChangeSelection = { kind: 'proposal', id: target };
    latest.current.choose(own);
    const ending = new AbortController();
    api.changes.find({ id: target }, { signal: ending.signal }).then(
      ({ session, turn, path, newer }) => {
        if (ending.signal.aborted) return;
        const { chosen, choose, folds, reach } = latest.current;
        // The person has chosen another one in the meantime.
        if (chosen !== undefined && chosen !== own) return;
        reach(newer);
        folds.set(turnKey({ session, turn }), true);
        choose({ kind: 'file', session, turn, path });
      },
      // It is a proposal, or is not recorded any more.
      () => {},
    );
    return () => ending.abort();
  }, [api, target, navigation.count]);
}
