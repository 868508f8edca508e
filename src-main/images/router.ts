import { isAbsolute } from 'node:path';
import type { ImageLayer, ImageSummary, LayerReading } from '#contract';
import { AppError } from '#core/app-error';
import { shownBytes } from '#core/path-bytes';
import { os } from '#core/procedures';
import type { Layer, Manifest } from './manifest/manifest.ts';
import { compareLayers } from './read/compare-layers.ts';
import type { OpenImage } from './read/open-image.ts';
import { openAt } from './reading/open-at.ts';
import { openLayer } from './reading/open-layer.ts';
import type { AgentsPort, OpenedImage } from './reading/ports.ts';
import type { ReadingFolders } from './reading/reading-folders.ts';

const of = os.workspaceImages;

/** Most differences that are listed. */
const MOST_DIFFERENCES = 5000;

interface Parts {
  readonly folders: ReadingFolders;
  readonly agents: AgentsPort;
  readonly record: (opened: OpenedImage) => void;
}

/** Images as a page reads them, layer by layer, before anything of them may run. */
export function imagesRouter({ folders, agents, record }: Parts) {
  return of.router({
    read: of.read.handler(async ({ input, signal }) => {
      using open = await openAt(absolute(input.path), orNever(signal));
      return summaryOf(input.path, open);
    }),
    readLayer: of.readLayer.handler(async ({ input: { path, layer }, signal }) => {
      const laidOut = await folders.layOut(absolute(path), layer, orNever(signal));
      using open = await openAt(path, orNever(signal));
      return await readingOf(agents, layerOf(laidOut.layer, open.manifest), laidOut.folder, orNever(signal));
    }),
    readFile: of.readFile.handler(async ({ input: { path, layer, file }, signal }) => {
      const { folder } = await folders.layOut(absolute(path), layer, orNever(signal));
      return { text: await agents.readText(folder, file) };
    }),
    compare: of.compare.handler(async ({ input: { path, from, to }, signal }) => {
      using open = await openAt(absolute(path), orNever(signal));
      const all = compareLayers(open, from, to);
      const differences = all
        .slice(0, MOST_DIFFERENCES)
        .map(({ path: changed, change }) => ({ path: shownBytes(changed), change }));
      return { differences, isCut: all.length > differences.length };
    }),
    open: of.open.handler(({ input, signal }) => {
      const wanted = { ...input, path: absolute(input.path), folder: absolute(input.folder) };
      return openLayer(wanted, { agents, record, signal: orNever(signal) });
    }),
  });
}

function absolute(path: string): string {
  if (isAbsolute(path)) return path;
  throw new AppError('INVALID_INPUT', `${path} is not an absolute path`, { where: path });
}

const orNever = (signal: AbortSignal | undefined): AbortSignal => signal ?? new AbortController().signal;

function summaryOf(path: string, { image, manifest, tolerated }: OpenImage): ImageSummary {
  const { codec, size, inodeCount } = image.superblock;
  return {
    ...{ path, size, codec, entries: inodeCount },
    layers: [...manifest.layers.values()].map((layer) => layerOf(layer, manifest)),
    leftOut: tolerated.map(({ message }) => message),
  };
}

const layerOf = ({ uuid, tag, parent }: Layer, { defaultLayer }: Manifest): ImageLayer => ({
  uuid,
  ...(tag !== undefined && { tag }),
  ...(parent !== undefined && { parent }),
  isDefault: uuid === defaultLayer,
});

async function readingOf(
  agents: AgentsPort,
  layer: ImageLayer,
  folder: string,
  signal: AbortSignal,
): Promise<LayerReading> {
  const { review, comparedWith, trusted, files, systemFile, agentsFile, ...read } = await agents.read(folder, signal);
  return {
    ...{ layer, review, wasTrusted: trusted !== undefined },
    ...(comparedWith !== undefined && { comparedWith }),
    ...(systemFile !== undefined && { systemFile }),
    ...(agentsFile !== undefined && { agentsFile }),
    ...{ toolList: [...read.toolList], skillList: [...read.skillList], taskList: [...read.taskList] },
    problemList: [...read.problemList],
    ...{ files: [...files.files], isCut: files.isCut },
  };
}
