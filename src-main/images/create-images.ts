import type { ImageDesk } from './reading/image-desk.ts';
import type { ImageParts } from './reading/ports.ts';
import { imagesRouter } from './router.ts';

/** Images of agent workspaces as a page reads and opens them. What reads them is loaded at first use: a start needs none of it. */
export function createImages(parts: ImageParts) {
  let desk: Promise<ImageDesk> | undefined;
  const load = async () => new (await import('./reading/image-desk.ts')).ImageDesk(parts);
  return {
    router: imagesRouter(() => {
      desk ??= load();
      return desk;
    }),
    [Symbol.asyncDispose]: async () => await (await desk)?.[Symbol.asyncDispose](),
  };
}
