import { useState } from 'react';
import type { Connection, ConnectionTest } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from '../state/error-text.ts';
import { useLatestRequest } from '../state/use-latest-request.ts';

/** A connection to try; of a profile that is there, its kept key may be used. */
export interface TestedConnection extends Connection {
  readonly profile?: string;
  /** Workspace of the profile, if it is not the first. */
  readonly workspace?: string;
}

export interface ConnectionTrial {
  /** State of the test. */
  readonly state: 'idle' | 'testing' | 'connecting' | 'connected';
  readonly result: ConnectionTest | undefined;
  /** Reason why it could not even be tried. */
  readonly problem: string | undefined;
  readonly test: (connection: TestedConnection) => Promise<boolean>;
  /** Tests first; connects when the test passes, or without one when the person insists. */
  readonly connect: (connection: Connection, insist?: boolean) => Promise<boolean>;
  readonly connectDemo: () => Promise<boolean>;
  /** Forgets what was said; an answer that is on its way never shows. */
  readonly reset: () => void;
}

type TrialOutcome = Pick<ConnectionTrial, 'state' | 'result' | 'problem'>;

const IDLE: TrialOutcome = { state: 'idle', result: undefined, problem: undefined };

/** Tries a model server and connects to it. The answer to an older question never shows. */
export function useConnectionTest(): ConnectionTrial {
  const api = useApi();
  const [outcome, setOutcome] = useState<TrialOutcome>(IDLE);
  const latest = useLatestRequest();

  const attempt = async (state: TrialOutcome['state'], work: () => Promise<TrialOutcome>): Promise<boolean> => {
    const isLatest = latest.begin();
    setOutcome({ ...IDLE, state });
    let next: TrialOutcome;
    try {
      next = await work();
    } catch (error) {
      next = { ...IDLE, problem: errorText(error) };
    }
    if (isLatest()) setOutcome(next);
    return next.problem === undefined && next.result?.ok !== false;
  };

  return {
    ...outcome,
    test: (connection) => attempt('testing', async () => ({ ...IDLE, result: await api.profiles.test(connection) })),
    connect: (connection, insist = false) =>
      attempt('connecting', async () => {
        const result = insist ? undefined : await api.profiles.test(connection);
        if (result?.ok === false) return { ...IDLE, result };
        await api.profiles.connect(connection);
        return { ...IDLE, state: 'connected', result };
      }),
    connectDemo: () =>
      attempt('connecting', async () => {
        // biome-ignore lint/correctness/useHookAtTopLevel: a procedure of the host, no hook.
        await api.profiles.useDemo({ on: true });
        return { ...IDLE, state: 'connected' };
      }),
    reset: () => {
      latest.cancel();
      setOutcome(IDLE);
    },
  };
}
