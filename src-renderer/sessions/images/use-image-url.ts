import { useEffect, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';

/** Most characters of data URLs that are kept for images which come into view again. */
const KEPT_CHARACTERS = 64_000_000;

/** URLs by hash, oldest first; the content of a hash never changes. */
const kept = new Map<string, string>();

/** The data URL of a kept image; `'gone'` where the host has it no more, `undefined` while it is on its way. */
export function useImageUrl(hash: string): string | undefined {
  const api = useApi();
  const [url, setUrl] = useState(kept.get(hash));
  useEffect(() => {
    let isCurrent = true;
    const show = (found: string) => isCurrent && setUrl(found);
    const known = kept.get(hash);
    if (known !== undefined) show(known);
    else
      api.sessions.image({ hash }).then(
        (found) => {
          keepUrl(hash, found.url);
          show(found.url);
        },
        () => show('gone'),
      );
    return () => {
      isCurrent = false;
    };
  }, [api, hash]);
  return url;
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
