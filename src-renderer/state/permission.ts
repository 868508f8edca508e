import { useCallback, useState } from 'react';
import type { PermissionMode, SessionSummary } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { PERMISSIONS, permissionName } from '../permissions/permission-words.ts';
import { announce } from '../ui/announce.ts';
import { failureText } from './error-text.ts';
import { useLayout } from './layout.tsx';
import { useSettings } from './settings.tsx';
import { useProblemOf } from './use-problem-of.ts';

export interface PermissionControl {
  readonly mode: PermissionMode;
  readonly choose: (mode: PermissionMode) => void;
  /** Switches to the next mode, in a cycle. */
  readonly cycle: () => void;
  /** Reason why it could not be changed. */
  readonly problem: string | undefined;
  readonly dismissProblem: () => void;
}

/** Key of the mode for a session that does not exist yet. */
const UNPLACED = 'sessions.permission.new';

/**
 * Provides the permission mode of one session. A mode chosen before there is a session applies to the first one
 * created.
 */
export function usePermission(session: SessionSummary | undefined): PermissionControl {
  const api = useApi();
  const fallback = useSettings().approvals.mode;
  const [unplaced, setUnplaced] = useLayout<PermissionMode | undefined>(UNPLACED, undefined);
  // Shown at once, so that a key pressed twice goes on by two.
  const [wanted, setWanted] = useState<{ readonly session: string; readonly mode: PermissionMode } | undefined>();
  const [problem, setProblem] = useProblemOf(session?.id);
  const kept = session === undefined ? (unplaced ?? fallback) : (session.permission ?? fallback);
  const mode = wanted !== undefined && wanted.session === session?.id ? wanted.mode : kept;
  if (wanted !== undefined && (wanted.session !== session?.id || wanted.mode === kept)) setWanted(undefined);

  const choose = (next: PermissionMode) => {
    setProblem(undefined);
    announce(`Permission mode: ${permissionName(next)}`);
    if (session === undefined) {
      setUnplaced(next);
      return;
    }
    if (next === mode) return;
    const change = { session: session.id, mode: next };
    setWanted(change);
    api.rules.setMode(change).catch((error: unknown) => {
      setWanted((now) => (now === change ? undefined : now));
      setProblem(failureText('The permission mode was not changed', error));
    });
  };
  return {
    mode,
    choose,
    cycle: () => choose(nextPermission(mode)),
    problem,
    dismissProblem: () => setProblem(undefined),
  };
}

/** Gives a session that was just made the mode that was chosen before it was there. */
export function usePlacePermission(): (session: string) => Promise<void> {
  const api = useApi();
  const [, setUnplaced, unplacedNow] = useLayout<PermissionMode | undefined>(UNPLACED, undefined);
  return useCallback(
    async (session: string) => {
      // Another one may be chosen while one is on its way; the session is to have the last.
      for (let mode = unplacedNow(); mode !== undefined; mode = unplacedNow()) {
        await api.rules.setMode({ session, mode });
        if (unplacedNow() === mode) setUnplaced(undefined);
      }
    },
    [api, unplacedNow, setUnplaced],
  );
}

function nextPermission(mode: PermissionMode): PermissionMode {
  const at = PERMISSIONS.findIndex(({ value }) => value === mode);
  return PERMISSIONS[(at + 1) % PERMISSIONS.length]?.value ?? 'ask';
}
