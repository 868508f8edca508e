import { isAbsolute } from 'node:path';
import { AppError } from '#core/app-error';
import { os } from '#core/procedures';
import type { ImageDesk } from './reading/image-desk.ts';

const of = os.workspaceImages;

/** Images as a page reads them, layer by layer, before anything of them may run. @param desk loads what reads images */
export function imagesRouter(desk: () => Promise<ImageDesk>) {
  return of.router({
    read: of.read.handler(async ({ input: { path }, signal }) => (await desk()).read(absolute(path), orNever(signal))),
    readLayer: of.readLayer.handler(async ({ input: { path, layer }, signal }) =>
      (await desk()).readLayer(absolute(path), layer, orNever(signal)),
    ),
    readFile: of.readFile.handler(async ({ input: { path, ...file }, signal }) => ({
      text: await (await desk()).readFile(absolute(path), file, orNever(signal)),
    })),
    compare: of.compare.handler(async ({ input: { path, ...layers }, signal }) =>
      (await desk()).compare(absolute(path), layers, orNever(signal)),
    ),
    open: of.open.handler(async ({ input, signal }) => {
      const wanted = { ...input, path: absolute(input.path), folder: absolute(input.folder) };
      return await (await desk()).open(wanted, orNever(signal));
    }),
  });
}

function absolute(path: string): string {
  if (isAbsolute(path)) return path;
  throw new AppError('INVALID_INPUT', `${path} is not an absolute path`, { where: path });
}

const orNever = (signal: AbortSignal | undefined): AbortSignal => signal ?? new AbortController().signal;
