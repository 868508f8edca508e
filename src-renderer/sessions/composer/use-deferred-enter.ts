import { useEffect, useState } from 'react';

export interface DeferredEnterOptions {
  readonly session: string | undefined;
  readonly draft: string;
  /** Whether the recipient is not known yet. */
  readonly isHeld: boolean;
  readonly submit: () => void;
}

export interface DeferredEnter {
  /** Keeps Enter until the recipient is known. */
  readonly hold: () => void;
  /** Sentence about what waits; `undefined` if nothing does. */
  readonly problem: string | undefined;
}

/**
 * Holds Enter while the host has not said yet which models there are: a line of the shell would go to a model, or a message to
 * another model than the chosen one. What was written then goes by itself, unless it has been changed.
 */
export function useDeferredEnter({ session, draft, isHeld, submit }: DeferredEnterOptions): DeferredEnter {
  const [kept, setKept] = useState<Pick<DeferredEnterOptions, 'session' | 'draft'> | undefined>(undefined);
  // A text that was written before there was a session is the first one's.
  const isSame = kept !== undefined && kept.draft === draft && (kept.session ?? session) === session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `submit` is another at each rendering, and the newest is the one that is meant.
  useEffect(() => {
    if (kept === undefined || (isHeld && isSame)) return;
    setKept(undefined);
    if (isSame) submit();
  }, [kept, isHeld, isSame]);
  return {
    hold: () => setKept({ session, draft }),
    problem: isHeld && isSame ? 'Will be sent as soon as the models are loaded.' : undefined,
  };
}
