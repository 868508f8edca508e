import { useState } from 'react';
import type { SessionSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { failureText } from '../../state/error-text.ts';
import { announce } from '../../ui/announce.ts';
import { useStaying } from './use-staying.ts';

export interface SessionFork {
  readonly problem: string | undefined;
  readonly start: (session: SessionSummary) => void;
}

/** Makes a session that begins with the whole conversation of another, and shows it, unless the person has gone to another meanwhile. */
export function useForkSession(onChoose: (id: string) => void, current: string | undefined): SessionFork {
  const api = useApi();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const stay = useStaying(current);
  const start = ({ id }: SessionSummary) => {
    setProblem(undefined);
    const stays = stay();
    api.sessions.fork({ session: id }).then(
      (made) => {
        announce(`Forked as ${made.title}`);
        if (stays()) onChoose(made.id);
      },
      (error: unknown) => setProblem(failureText('Not forked', error)),
    );
  };
  return { problem, start };
}
