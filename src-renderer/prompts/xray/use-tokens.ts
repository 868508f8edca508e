import { useEffect, useMemo, useState } from 'react';
import { WorkerCalls } from '../../state/worker-calls.ts';

/** UTF-16 units of a text whose tokens are counted. */
const LONGEST = 200_000;
/** Counting follows typing at a distance. */
const AFTER_MS = 250;

export type TokenCount = number | 'too long' | undefined;

const NONE: ReadonlyMap<string, TokenCount> = new Map();

/** About how many tokens each text has, as o200k counts them; worked out elsewhere, a moment later. */
export function useTokens(texts: readonly string[]): readonly TokenCount[] {
  // By the text: another one at its place has another count.
  const [counts, setCounts] = useState(NONE);
  const joined = texts.join('\u0000');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same texts in another list are the same.
  useEffect(() => {
    if (typeof Worker === 'undefined') return;
    let isOver = false;
    const timer = setTimeout(() => {
      const short = texts.map((text) => (text.length > LONGEST ? '' : text));
      counting.ask(short).then(
        (all) => {
          if (isOver) return;
          setCounts(new Map(texts.map((text, index) => [text, text.length > LONGEST ? 'too long' : all[index]])));
        },
        // A count that cannot be had is not shown.
        () => {},
      );
    }, AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [joined]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same texts in another list are the same.
  return useMemo(() => texts.map((text) => counts.get(text)), [joined, counts]);
}

const counting = new WorkerCalls<readonly string[], readonly number[]>(async () => {
  const { default: TokensWorker } = await import('./tokens-worker.ts?worker');
  return new TokensWorker();
}, 'The tokens could not be counted');
