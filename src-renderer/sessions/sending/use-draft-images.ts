import { useCallback, useRef, useState } from 'react';
import type { MessageImage } from '#contract';
import { MAX_IMAGES } from '#contract/message-limits';
import { textStart } from '#contract/text-ends';
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

/** Whether something is of a session, or of before there was one: that goes with the one that came. */
const isOf = (session: string | undefined) => (one: string | undefined) => one === undefined || one === session;

/** Queues of work, one for each session: none waits for that of another. The work does not fail. */
function useQueues(session: string | undefined) {
  const [running, setRunning] = useState<readonly (string | undefined)[]>([]);
  const last = useRef(new Map<string | undefined, Promise<void>>());
  const queue = useCallback(
    (work: () => Promise<void>) => {
      const before = last.current.get(session) ?? Promise.resolve();
      const done = before.then(async () => {
        setRunning((now) => [...now, session]);
        await work();
        setRunning((now) => now.toSpliced(now.indexOf(session), 1));
      });
      last.current.set(session, done);
    },
    [session],
  );
  const idle = useCallback(
    async () => void (await Promise.all([last.current.get(undefined), last.current.get(session)])),
    [session],
  );
  return { running: running.filter(isOf(session)).length, queue, idle };
}

export function useDraftImages(session: string | undefined): AttachedImages {
  const api = useApi();
  const [images, change] = useWritten({ what: 'images', session, none: NONE, isNone: hasNoImages, join: withMore });
  const { running: arriving, queue, idle } = useQueues(session);
  const [problem, setProblem] = useProblemOf(session);
  /** Sessions of images that could not be attached, one for each; undefined for those of before there was one. */
  const lost = useRef<(string | undefined)[]>([]);

  const keep = useCallback(
    async (file: File) => {
      try {
        const data = await base64Of(file);
        const image = await api.sessions.keepImage({ data, ...(file.name && { name: textStart(file.name, 255) }) });
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
    },
    [api, session, change, setProblem],
  );
  const add = useCallback(
    (files: readonly File[]) => {
      setProblem(undefined);
      // One after the other: each may be as large as a message of the wire.
      for (const file of files) queue(() => keep(file));
    },
    [keep, queue, setProblem],
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
    await idle();
    if (lost.current.slice(before).some(isOf(session))) return undefined;
    let now = NONE;
    change((attached) => {
      now = attached;
      return attached;
    });
    return now;
  }, [session, idle, change]);
  return { images, arriving, problem, clearProblem: () => setProblem(undefined), add, remove, put, settled };
}
