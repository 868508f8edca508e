import { useEffect, useState } from 'react';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { errorCode } from '../../state/error-text.ts';

/** Most characters of data URLs that are kept for images which come into view again. */
const KEPT_CHARACTERS = 64_000_000;

/** URLs by hash, oldest first; the content of a hash never changes. */
const kept = new Map<string, string>();

/** URL, and the image that it is of. */
interface FoundUrl {
  readonly hash: string;
  readonly url: string;
}

/** The data URL of a kept image; `'gone'` where the host has it no more, `undefined` while it is on its way or cannot be had. */
export function useImageUrl(hash: string): string | undefined {
  const api = useApi();
  const { epoch } = useConnection();
  const [found, setFound] = useState<FoundUrl | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a lost connection took is asked for again with the next.
  useEffect(() => {
    let isCurrent = true;
    const show = (url: string) => isCurrent && setFound({ hash, url });
    const known = kept.get(hash);
    if (known !== undefined) show(known);
    else
      api.sessions.image({ hash }).then(
        ({ url }) => {
          keepUrl(hash, url);
          show(url);
        },
        // That it could not be asked for says nothing of the image.
        (error: unknown) => errorCode(error) === 'NOT_FOUND' && show('gone'),
      );
    return () => {
      isCurrent = false;
    };
  }, [api, epoch, hash]);
  return found?.hash === hash ? found.url : kept.get(hash);
}

function keepUrl(hash: string, url: string): void {
  kept.set(hash, url);
  let size = [...kept.values()].reduce((sum, one) => sum + one.length, 0);
  for (const [oldest, { length }] of kept) {
    if (size <= KEPT_CHARACTERS || oldest === hash) break;
    kept.delete(oldest);
    size -= length;
  }
}
