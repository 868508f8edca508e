import { useEffect, useRef, useState } from 'react';
import type { Api } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from './error-text.ts';

/** Progress of work and its result, as the host streams it. */
type AnyWork =
  | { readonly kind: 'progress'; readonly done: number; readonly all?: number | undefined }
  | { readonly kind: 'ended' };

type ProgressOf<W extends AnyWork> = Extract<W, { kind: 'progress' }>;
type EndedOf<W extends AnyWork> = Extract<W, { kind: 'ended' }>;

/** Work that a dialog begins, watches and may cancel. */
export interface StreamedWork<W extends AnyWork> {
  /** Progress; absent while nothing runs. */
  readonly progress: ProgressOf<W> | undefined;
  readonly ended: EndedOf<W> | undefined;
  readonly problem: string | undefined;
  /** Begins it. `onEnd` is told what came of it. */
  readonly run: (open: OpenWork<W>, onEnd?: (ended: EndedOf<W>) => void) => void;
  readonly cancel: () => void;
}

export type OpenWork<W extends AnyWork> = (api: Api, signal: AbortSignal) => Promise<AsyncIterable<W>>;

export interface WorkWords {
  /** Message about work that was cancelled. */
  readonly cancelled: string;
  /** Message if the stream ended without a result. */
  readonly lost: string;
}

/** Follows work of the host; it is cancelled when the dialog goes away. */
export function useStreamedWork<W extends AnyWork>({ cancelled, lost }: WorkWords): StreamedWork<W> {
  const api = useApi();
  const going = useRef<AbortController | undefined>(undefined);
  const [progress, setProgress] = useState<ProgressOf<W> | undefined>(undefined);
  const [ended, setEnded] = useState<EndedOf<W> | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => () => going.current?.abort(), []);
  const run: StreamedWork<W>['run'] = (open, onEnd) => {
    const leaving = new AbortController();
    going.current = leaving;
    setProblem(undefined);
    setEnded(undefined);
    setProgress({ kind: 'progress', done: 0 } as ProgressOf<W>);
    follow(() => open(api, leaving.signal), setProgress, lost)
      .then((end) => {
        setEnded(end);
        onEnd?.(end);
      })
      .catch((error: unknown) => setProblem(leaving.signal.aborted ? cancelled : errorText(error)))
      .finally(() => setProgress(undefined));
  };
  return { progress, ended, problem, run, cancel: () => going.current?.abort() };
}

async function follow<W extends AnyWork>(
  open: () => Promise<AsyncIterable<W>>,
  tell: (progress: ProgressOf<W>) => void,
  lost: string,
): Promise<EndedOf<W>> {
  for await (const news of await open()) {
    if (news.kind === 'ended') return news as EndedOf<W>;
    tell(news as ProgressOf<W>);
  }
  throw new Error(lost);
}
