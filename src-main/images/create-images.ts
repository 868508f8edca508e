import type { AgentsPort, OpenedImage } from './reading/ports.ts';
import { ReadingFolders } from './reading/reading-folders.ts';
import { imagesRouter } from './router.ts';

export interface ImagesOptions {
  /** Absolute path of a folder of the app's own in which layers are laid out to be read. */
  readonly folder: string;
  readonly agents: AgentsPort;
  /** Writes to the record that a layer was opened; never throws. */
  readonly record: (opened: OpenedImage) => void;
}

/** Images of agent workspaces as a page reads and opens them. */
export function createImages({ folder, agents, record }: ImagesOptions) {
  const folders = new ReadingFolders(folder);
  return {
    router: imagesRouter({ folders, agents, record }),
    [Symbol.asyncDispose]: () => folders[Symbol.asyncDispose](),
  };
}
