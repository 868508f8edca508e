import { isAbsolute } from 'node:path';
import { AppError } from '#core/app-error';
import { os } from '#core/servers/procedures';
import { watchOpened } from './operations/opened-folders.ts';
import type { ImageOperations } from './operations/operations.ts';
import type { ImageReader } from './reading/image-reader.ts';

const of = os.workspaceImages;

/** Parts that read images, and that carry out operations on them. */
export interface ImageWorkers {
  readonly reader: ImageReader;
  readonly operations: ImageOperations;
}

/** Images as a page reads and changes them. @param load loads what works with images */
export function imagesRouter(load: () => Promise<ImageWorkers>) {
  return of.router({ ...reading(load), ...folders(load), ...layers(load) });
}

/** Procedures for reading an image, before anything of it may run. */
function reading(load: () => Promise<ImageWorkers>) {
  const reader = async () => (await load()).reader;
  return {
    read: of.read.handler(async ({ input: { path }, signal }) =>
      (await reader()).read(absolute(path), orNever(signal)),
    ),
    readLayer: of.readLayer.handler(async ({ input: { path, layer }, signal }) =>
      (await reader()).readLayer(absolute(path), layer, orNever(signal)),
    ),
    readFile: of.readFile.handler(async ({ input: { path, ...file }, signal }) => ({
      text: await (await reader()).readFile(absolute(path), file, orNever(signal)),
    })),
    compare: of.compare.handler(async ({ input: { path, ...two }, signal }) =>
      (await reader()).compare(absolute(path), two, orNever(signal)),
    ),
    open: of.open.handler(async ({ input, signal }) => {
      const wanted = { ...input, path: absolute(input.path), folder: absolute(input.folder) };
      const workers = await load();
      const workspace = await workers.reader.open(wanted, orNever(signal));
      workers.operations.noteOpened();
      return workspace;
    }),
  };
}

/** Folders that become images, and images that become folders. */
function folders(load: () => Promise<ImageWorkers>) {
  const operations = async () => (await load()).operations;
  return {
    opened: of.opened.handler(async function* ({ signal }) {
      const all = await operations();
      yield* watchOpened(() => all.opened(), all.onChanged, signal);
    }),
    planPack: of.planPack.handler(async ({ input: { folder }, signal }) =>
      (await operations()).planPack(absolute(folder), orNever(signal)),
    ),
    pack: of.pack.handler(async function* ({ input, signal }) {
      const places = { folder: absolute(input.folder), output: absolute(input.output) };
      yield* (await operations()).pack({ ...input, ...places }, signal);
    }),
    planSnapshot: of.planSnapshot.handler(async ({ input: { folder }, signal }) =>
      (await operations()).planSnapshot(absolute(folder), orNever(signal)),
    ),
    snapshot: of.snapshot.handler(async function* ({ input, signal }) {
      yield* (await operations()).snapshot({ ...input, folder: absolute(input.folder) }, signal);
    }),
    unpack: of.unpack.handler(async function* ({ input, signal }) {
      const places = { path: absolute(input.path), folder: absolute(input.folder) };
      yield* (await operations()).unpack({ ...input, ...places }, signal);
    }),
    mount: of.mount.handler(async function* ({ input, signal }) {
      const places = { path: absolute(input.path), folder: absolute(input.folder) };
      yield* (await operations()).mount({ ...input, ...places }, signal);
    }),
    unmount: of.unmount.handler(async ({ input: { folder, discards }, signal }) => {
      await (await operations()).unmount({ folder: absolute(folder), discards }, orNever(signal));
    }),
  };
}

/** Layers of an image. */
function layers(load: () => Promise<ImageWorkers>) {
  const operations = async () => (await load()).operations;
  return {
    tag: of.tag.handler(async ({ input, signal }) =>
      (await operations()).tag({ ...input, path: absolute(input.path) }, orNever(signal)),
    ),
    setDefault: of.setDefault.handler(async ({ input, signal }) =>
      (await operations()).setDefault({ ...input, path: absolute(input.path) }, orNever(signal)),
    ),
    deleteLayer: of.deleteLayer.handler(async function* ({ input, signal }) {
      yield* (await operations()).deleteLayer({ ...input, path: absolute(input.path) }, signal);
    }),
    squash: of.squash.handler(async function* ({ input, signal }) {
      yield* (await operations()).squash({ ...input, path: absolute(input.path) }, signal);
    }),
    restore: of.restore.handler(async ({ input, signal }) => {
      const places = { path: absolute(input.path), output: absolute(input.output) };
      return await (await operations()).restore({ ...input, ...places }, orNever(signal));
    }),
  };
}

function absolute(path: string): string {
  if (isAbsolute(path)) return path;
  throw new AppError('INVALID_INPUT', `${path} is not an absolute path`, { where: path });
}

const orNever = (signal: AbortSignal | undefined): AbortSignal => signal ?? new AbortController().signal;
