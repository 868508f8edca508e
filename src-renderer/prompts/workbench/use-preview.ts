import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Api, PromptProblem, PromptRecord, RenderedPrompt, RenderFailure } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';

/** Pause in typing after which it is rendered again. */
const AFTER_MS = 30;
/** Time after which a rendering that has not come is late: the one before stands no longer for what is written now. */
const LATE_MS = 300;
/** The first rendering of all may take longer than one may, since the engine is only then started: it is asked for again. */
const WARMING_MS = [200, 400, 800];

export interface Preview {
  /** The newest that could be rendered; of what is written now unless `failure` says why not. */
  readonly rendered: RenderedPrompt | undefined;
  readonly renderedAt: number;
  readonly failure: RenderFailure | undefined;
  readonly problems: readonly PromptProblem[];
  /** The host could not be asked. */
  readonly trouble: string | undefined;
  /** Whether what is written now is not rendered yet, and that has taken a moment. */
  readonly isPending: boolean;
}

export interface LivePreview extends Preview {
  /** Renders the same once more, as after a timeout. */
  readonly again: () => void;
}

export interface PreviewInput {
  readonly id: string;
  readonly record: PromptRecord | undefined;
  /** JSON text of an object; undefined while it is none. */
  readonly args: string | undefined;
  readonly callsTools: boolean;
  /** Changes when something it is made from does, such as a variable. */
  readonly world: string;
  readonly isVisible: boolean;
}

const NOTHING: Preview = {
  rendered: undefined,
  renderedAt: 0,
  failure: undefined,
  problems: [],
  trouble: undefined,
  isPending: true,
};

/** Renders the text being written. A superseded answer is not waited for. */
export function usePreview({ id, record, args, callsTools, world, isVisible }: PreviewInput): LivePreview {
  const api = useApi();
  const { epoch } = useConnection();
  const [state, setState] = useState<{ readonly id: string; readonly preview: Preview }>({ id, preview: NOTHING });
  const [count, setCount] = useState(0);
  const isFirst = useRef(true);
  const again = useCallback(() => setCount((now) => now + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another world or connection is a reason to render again.
  useEffect(() => {
    if (record === undefined || args === undefined || !isVisible) return;
    const ending = new AbortController();
    const put = (step: (before: Preview) => Preview) => {
      if (ending.signal.aborted) return;
      setState((now) => ({ id, preview: step(now.id === id ? now.preview : NOTHING) }));
    };
    const ask = async () => {
      try {
        const answer = await askPreview(api, { id, draft: record, args, callsTools }, ending.signal);
        put((before) => withPreview(before, answer));
      } catch (error) {
        put((before) => ({ ...before, trouble: errorText(error), isPending: false }));
      }
      clearTimeout(late);
    };
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : AFTER_MS);
    isFirst.current = false;
    const late = setTimeout(() => put((before) => ({ ...before, isPending: true })), LATE_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
      ending.abort();
    };
  }, [api, epoch, id, record, args, callsTools, world, isVisible, count]);
  const preview = state.id === id ? state.preview : NOTHING;
  return useMemo(() => ({ ...preview, again }), [preview, again]);
}

type PreviewResult = Awaited<ReturnType<Api['prompts']['preview']>>;

/** Hosts whose engine has answered in time, or has had its chances. */
const warm = new WeakSet<Api>();

async function askPreview(
  api: Api,
  input: Parameters<Api['prompts']['preview']>[0],
  signal: AbortSignal,
): Promise<PreviewResult> {
  let answer = await api.prompts.preview(input, { signal });
  for (const pause of WARMING_MS) {
    if (warm.has(api) || !isLate(answer) || signal.aborted) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!signal.aborted) answer = await api.prompts.preview(input, { signal });
  }
  if (!signal.aborted) warm.add(api);
  return answer;
}

function isLate({ outcome }: PreviewResult): boolean {
  return !outcome.isRendered && outcome.failure.reason === 'timeout';
}

function withPreview(before: Preview, { outcome, problems }: PreviewResult): Preview {
  const common = { problems, trouble: undefined, isPending: false };
  if (outcome.isRendered) return { ...common, rendered: outcome.rendered, renderedAt: Date.now(), failure: undefined };
  return { ...before, ...common, failure: outcome.failure };
}
