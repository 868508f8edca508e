import { useCallback, useRef, useState } from 'react';
import type { MessageImage } from '#contract';
import { MAX_IMAGES } from '#contract/message-limits';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useProblemOf } from '../../state/use-problem-of.ts';
import { announce } from '../../ui/announce.ts';
import { base64Of } from '../images/base64.ts';
import { useWritten } from './use-written.ts';

type ImageList = readonly MessageImage[];
const NONE: ImageList = [];
const hasNoImages = (images: ImageList) => images.length === 0;
const withMore = (now: ImageList, more: ImageList): ImageList => [
  ...now,
  ...more.filter(({ hash }) => !now.some((one) => one.hash === hash)),
];

/** The images that go with the next message of a session. */
export interface AttachedImages {
  readonly images: ImageList;
  /** Number of images on their way to the host. */
  readonly arriving: number;
  readonly problem: string | undefined;
  readonly clearProblem: () => void;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (images: ImageList) => void;
  /** Attaches images that the host has. More than a message takes are kept, and it is said. */
  readonly put: (images: ImageList) => void;
  /** Resolves when those that were added have arrived, with all that are attached; with `undefined` if one of them could not be. */
  readonly settled: () => Promise<ImageList | undefined>;
}

export function useDraftImages(session: string | undefined): AttachedImages {
  const api = useApi();
  const [images, change] = useWritten({ what: 'images', session, none: NONE, isNone: hasNoImages, join: withMore });
  const [arriving, setArriving] = useState(0);
  const [problem, setProblem] = useProblemOf(session);
  const under = useRef<Promise<void>>(Promise.resolve());
  /** Sessions of images that could not be attached, one for each; undefined for those of before there was one. */
  const lost = useRef<(string | undefined)[]>([]);

  const keep = useCallback(
    async (file: File) => {
      setArriving((now) => now + 1);
      try {
        const data = await base64Of(file);
        const image = await api.sessions.keepImage({ data, ...(file.name && { name: file.name.slice(0, 255) }) });
        change((now) => {
          if (now.length >= MAX_IMAGES && !now.some(({ hash }) => hash === image.hash)) {
            lost.current.push(session);
            setProblem(`A message has ${MAX_IMAGES} images at most; “${file.name}” was not attached.`);
            return now;
          }
          return [...now.filter(({ hash }) => hash !== image.hash), image];
        });
        announce(`Attached ${image.name ?? 'an image'}`);
      } catch (error) {
        lost.current.push(session);
        setProblem(`“${file.name}” was not attached: ${errorText(error)}`);
      }
      setArriving((now) => now - 1);
    },
    [api, session, change, setProblem],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      setProblem(undefined);
      // One after the other: each may be as large as a message of the wire.
      for (const file of files) under.current = under.current.then(() => keep(file));
    },
    [keep, setProblem],
  );
  const remove = useCallback(
    (gone: ImageList) => change((now) => now.filter(({ hash }) => !gone.some((one) => one.hash === hash))),
    [change],
  );
  const put = useCallback(
    (more: ImageList) =>
      change((now) => {
        const next = withMore(now, more);
        const excess = next.length - MAX_IMAGES;
        if (excess > 0) setProblem(`A message has ${MAX_IMAGES} images at most; remove ${excess} before it is sent.`);
        return next;
      }),
    [change, setProblem],
  );
  const settled = useCallback(async () => {
    const before = lost.current.length;
    await under.current;
    if (lost.current.slice(before).some((one) => one === undefined || one === session)) return undefined;
    let now = NONE;
    change((attached) => {
      now = attached;
      return attached;
    });
    return now;
  }, [session, change]);
  return { images, arriving, problem, clearProblem: () => setProblem(undefined), add, remove, put, settled };
}
