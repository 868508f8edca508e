import { useEffect, useState } from 'react';
import type { TokenAnswer, TokenQuestion } from './tokens-worker.ts';

/** UTF-16 units of a text whose tokens are counted. */
const LONGEST = 200_000;
/** Counting follows typing at a distance. */
const AFTER_MS = 250;

export type TokenCount = number | 'too long' | undefined;

/** About how many tokens each text has, as o200k counts them; worked out elsewhere, a moment later. */
export function useTokens(texts: readonly string[]): readonly TokenCount[] {
  const [counts, setCounts] = useState<readonly TokenCount[]>([]);
  const joined = texts.join('\u0000');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same texts in another list are the same.
  useEffect(() => {
    if (typeof Worker === 'undefined') return;
    let isOver = false;
    const timer = setTimeout(() => {
      const short = texts.map((text) => (text.length > LONGEST ? '' : text));
      countTokens(short).then(
        (all) => {
          if (!isOver) setCounts(texts.map((text, index) => (text.length > LONGEST ? 'too long' : all[index])));
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
  return counts;
}

let worker: Promise<Worker> | undefined;
let asked = 0;
const waiting = new Map<number, WaitingCount>();

interface WaitingCount {
  readonly resolve: (counts: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

async function countTokens(texts: readonly string[]): Promise<readonly number[]> {
  // One that could not start is tried again for the next text.
  worker ??= startWorker().catch((error: unknown) => {
    worker = undefined;
    throw error;
  });
  const running = await worker;
  const id = asked++;
  return await new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    running.postMessage({ id, texts } satisfies TokenQuestion);
  });
}

async function startWorker(): Promise<Worker> {
  const { default: TokensWorker } = await import('./tokens-worker.ts?worker');
  const made = new TokensWorker();
  made.onmessage = ({ data }: MessageEvent<TokenAnswer>) => {
    waiting.get(data.id)?.resolve(data.counts);
    waiting.delete(data.id);
  };
  made.onerror = () => {
    made.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error('The tokens could not be counted'));
    waiting.clear();
  };
  return made;
}
