export type { LayerMountRequest, MountsPort } from './operations/ports.ts';
export { JobThreads } from './thread/job-threads.ts';
export type { RunJob } from './thread/run-job.ts';

import type { ImageWork } from '#contract';
import type { OperationParts } from './operations/ports.ts';
import type { PackRequest } from './operations/requests.ts';
import type { ImageParts } from './reading/ports.ts';
import { type ImageWorkers, imagesRouter } from './router.ts';

/** Images of agent workspaces as a page reads, opens and changes them. What works with them is loaded at first use: a start needs none of it. */
export function createImages(parts: ImageParts & OperationParts) {
  let workers: Promise<ImageWorkers> | undefined;
  const load = async (): Promise<ImageWorkers> => {
    const [{ ImageReader }, { ImageOperations }] = await Promise.all([
      import('./reading/image-reader.ts'),
      import('./operations/operations.ts'),
    ]);
    const reader = new ImageReader(parts);
    return { reader, operations: new ImageOperations(parts, reader) };
  };
  const loaded = () => {
    workers ??= load();
    return workers;
  };
  return {
    /** Packs a folder as an image, told as it goes on. @throws as `packFolder` */
    pack: async function* (request: PackRequest, signal?: AbortSignal): AsyncGenerator<ImageWork> {
      yield* (await loaded()).operations.pack(request, signal);
    },
    /** Whether something was read, opened or changed in this run. */
    isInUse: () => workers !== undefined,
    router: imagesRouter(loaded),
    [Symbol.asyncDispose]: async () => await (await workers)?.reader[Symbol.asyncDispose](),
  };
}
