export type { MountsPort, MountWish } from './operations/ports.ts';
export { JobThreads } from './thread/job-threads.ts';
export type { RunJob } from './thread/run-job.ts';

import type { OperationParts } from './operations/ports.ts';
import type { ImageParts } from './reading/ports.ts';
import { type ImageWorkers, imagesRouter } from './router.ts';

/** Images of agent workspaces as a page reads, opens and changes them. What works with them is loaded at first use: a start needs none of it. */
export function createImages(parts: ImageParts & OperationParts) {
  let workers: Promise<ImageWorkers> | undefined;
  const load = async (): Promise<ImageWorkers> => {
    const [{ ImageDesk }, { ImageOperations }] = await Promise.all([
      import('./reading/image-desk.ts'),
      import('./operations/operations.ts'),
    ]);
    const desk = new ImageDesk(parts);
    return { desk, operations: new ImageOperations(parts, desk) };
  };
  return {
    /** Whether something was read, opened or changed in this run. */
    isInUse: () => workers !== undefined,
    router: imagesRouter(() => {
      workers ??= load();
      return workers;
    }),
    [Symbol.asyncDispose]: async () => await (await workers)?.desk[Symbol.asyncDispose](),
  };
}
