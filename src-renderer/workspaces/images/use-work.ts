import { useEffect, useRef, useState } from 'react';
import type { Api, ImageWork } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';

export type EndedWork = Extract<ImageWork, { kind: 'ended' }>;

/** Work on an image that a dialog begins, watches and may cancel. */
export interface Work {
  /** How far it is; absent while nothing runs. */
  readonly progress: Extract<ImageWork, { kind: 'progress' }> | undefined;
  readonly ended: EndedWork | undefined;
  readonly problem: string | undefined;
  /** Begins it. `onEnd` is told what came of it. */
  readonly run: (open: OpenWork, onEnd?: (ended: EndedWork) => void) => void;
  readonly cancel: () => void;
}

export type OpenWork = (api: Api, signal: AbortSignal) => Promise<AsyncIterable<ImageWork>>;

/** Follows work on an image; it is cancelled when the dialog goes away. */
export function useWork(): Work {
  const api = useApi();
  const going = useRef<AbortController | undefined>(undefined);
  const [progress, setProgress] = useState<Work['progress']>(undefined);
  const [ended, setEnded] = useState<EndedWork | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => () => going.current?.abort(), []);
  const run: Work['run'] = (open, onEnd) => {
    const leaving = new AbortController();
    going.current = leaving;
    setProblem(undefined);
    setEnded(undefined);
    setProgress({ kind: 'progress', done: 0 });
    follow(() => open(api, leaving.signal), setProgress)
      .then((end) => {
        setEnded(end);
        onEnd?.(end);
      })
      .catch((error: unknown) => setProblem(leaving.signal.aborted ? 'Cancelled; nothing is left.' : errorText(error)))
      .finally(() => setProgress(undefined));
  };
  return { progress, ended, problem, run, cancel: () => going.current?.abort() };
}

async function follow(
  open: () => Promise<AsyncIterable<ImageWork>>,
  tell: (progress: Work['progress']) => void,
): Promise<EndedWork> {
  for await (const news of await open()) {
    if (news.kind === 'ended') return news;
    tell(news);
  }
  throw new Error('The work ended without a result. Look at the image before you go on');
}
