import { useEffect, useRef, useState } from 'react';
import type { Api } from '#contract';
import { useApi } from '../api/api-context.tsx';
import { errorText } from './error-text.ts';

/** Progress of work and its result, as the host streams it. */
type WorkUpdate =
  | { readonly kind: 'progress'; readonly done: number; readonly all?: number | undefined }
  | { readonly kind: 'ended' };

type ProgressUpdate<W extends WorkUpdate> = Extract<W, { kind: 'progress' }>;
type EndUpdate<W extends WorkUpdate> = Extract<W, { kind: 'ended' }>;

/** Work that a dialog begins, watches and may cancel. */
export interface StreamedWork<W extends WorkUpdate> {
  /** Progress; absent while nothing runs. */
  readonly progress: ProgressUpdate<W> | undefined;
  readonly ended: EndUpdate<W> | undefined;
  readonly problem: string | undefined;
  /** Begins it. `onEnd` is told what came of it. */
  readonly run: (open: OpenWork<W>, onEnd?: (ended: EndUpdate<W>) => void) => void;
  readonly cancel: () => void;
}

export type OpenWork<W extends WorkUpdate> = (api: Api, signal: AbortSignal) => Promise<AsyncIterable<W>>;

export interface WorkWords {
  /** Message about work that was cancelled. */
  readonly cancelled: string;
  /** Message if the stream ended without a result. */
  readonly lost: string;
}

/** Follows work of the host; it is cancelled when the dialog goes away. */
export function useStreamedWork<W extends WorkUpdate>({ cancelled, lost }: WorkWords): StreamedWork<W> {
  const api = useApi();
  const going = useRef<AbortController | undefined>(undefined);
  const [progress, setProgress] = useState<ProgressUpdate<W> | undefined>(undefined);
  const [ended, setEnded] = useState<EndUpdate<W> | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => () => going.current?.abort(), []);
  const run: StreamedWork<W>['run'] = (open, onEnd) => {
    const leaving = new AbortController();
    going.current = leaving;
    setProblem(undefined);
    setEnded(undefined);
    setProgress({ kind: 'progress', done: 0 } as ProgressUpdate<W>);
    followWork(() => open(api, leaving.signal), setProgress, lost)
      .then((end) => {
        setEnded(end);
        onEnd?.(end);
      })
      .catch((error: unknown) => setProblem(leaving.signal.aborted ? cancelled : errorText(error)))
      .finally(() => setProgress(undefined));
  };
  return { progress, ended, problem, run, cancel: () => going.current?.abort() };
}

async function followWork<W extends WorkUpdate>(
  open: () => Promise<AsyncIterable<W>>,
  tell: (progress: ProgressUpdate<W>) => void,
  lost: string,
): Promise<EndUpdate<W>> {
  for await (const news of await open()) {
    if (news.kind === 'ended') return news as EndUpdate<W>;
    tell(news as ProgressUpdate<W>);
  }
  throw new Error(lost);
}
