import type { ImageSummary, ImageWork, OpenedFolder, PackPlan, SnapshotPlan } from '#contract';
import { Emitter } from '#core/async/emitter';
import { workStream } from '#core/async/work-stream';
import type { ImageReader } from '../reading/image-reader.ts';
import type { ImageParts } from '../reading/ports.ts';
import { BaseRecords } from '../snapshot/base-records.ts';
import type { LayerReference } from '../thread/reading-jobs.ts';
import { LEVELS } from '../write/compress/load-compress.ts';
import { mountLayer, unmountLayer } from './mount-layer.ts';
import { openedFolders } from './opened-folders.ts';
import type { OperationParts } from './ports.ts';
import { remarksOfTaking, remarksOfWriting } from './remarks.ts';
import type {
  FolderToClose,
  LayerChange,
  LayerToMount,
  LayerToRestore,
  LayerToUnpack,
  PackRequest,
  SnapshotRequest,
  SquashRequest,
} from './requests.ts';

/** Operations on images other than reading them; each is recorded before it is carried out. */
export class ImageOperations {
  readonly #parts: ImageParts & OperationParts;
  readonly #reader: Pick<ImageReader, 'read'>;
  readonly #records: BaseRecords;
  readonly #changed = new Emitter<void>();
  /** Subscribes to changes of what is open, and upon which layer. */
  readonly onChanged = this.#changed.subscribe;

  constructor(parts: ImageParts & OperationParts, reader: Pick<ImageReader, 'read'>) {
    this.#parts = parts;
    this.#reader = reader;
    this.#records = new BaseRecords(parts.bases);
  }

  /** Says that a folder was opened from an image. */
  noteOpened(): void {
    this.#changed.emit();
  }

  async opened(): Promise<readonly OpenedFolder[]> {
    return await openedFolders(this.#records, await (await this.#parts.mounts()).list());
  }

  async planPack(folder: string, signal: AbortSignal): Promise<PackPlan> {
    const plan = await this.#parts.run('planPack', { folder }, { signal });
    return { ...plan, hasXz: this.#parts.findMksquashfs() !== undefined };
  }

  planSnapshot(folder: string, signal: AbortSignal): Promise<SnapshotPlan> {
    return this.#parts.run('planSnapshot', { folder, bases: this.#parts.bases }, { signal });
  }

  pack(
    { folder, stateOf = folder, output, replaces, tag, codec, secrets }: PackRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<ImageWork> {
    return workStream(signal, async (cancelled, progress) => {
      await this.#parts.note(
        { type: 'image.written', data: { image: output, by: 'pack', ...tagOption(tag) } },
        stateOf,
      );
      const packing =
        codec === 'xz' ? { codec, program: this.#parts.findMksquashfs() } : { codec, level: LEVELS[codec].usual };
      const options = { signal: cancelled, progress };
      const packed = await this.#parts.run('pack', { folder, output, replaces, tag, packing, secrets }, options);
      const { layer, entries, bytes, imageBytes, withoutXattrs } = packed;
      const without = `Extended attributes of the system are left out, of ${withoutXattrs} entries`;
      return {
        path: output,
        layer,
        summary: `Packed ${entries} entries, ${bytes} bytes, into ${imageBytes} bytes`,
        remarks: [...remarksOfWriting(packed), ...(withoutXattrs > 0 ? [without] : [])],
      };
    });
  }

  snapshot({ folder, tag, secrets }: SnapshotRequest, signal?: AbortSignal): AsyncGenerator<ImageWork> {
    const { run, bases } = this.#parts;
    return workStream(signal, async (cancelled, progress) => {
      const target = await run('imageOf', { folder, bases }, { signal: cancelled });
      const data = { image: target, by: 'snapshot' as const, ...tagOption(tag) };
      await this.#parts.note({ type: 'image.written', data }, folder);
      const result = await run('snapshot', { folder, bases, tag, secrets }, { signal: cancelled, progress });
      this.#changed.emit();
      const { layer, added, changed, deleted, image, storedIn } = result;
      const stored = `The image is packed with ${storedIn}, in which nothing is written: new data is stored as it is`;
      return {
        path: image,
        ...(layer !== undefined && { layer }),
        summary:
          layer === undefined
            ? 'Nothing has changed; no layer was added'
            : `${added} added, ${changed} changed, ${deleted} deleted`,
        remarks: [...remarksOfWriting(result), ...(layer !== undefined && storedIn !== undefined ? [stored] : [])],
      };
    });
  }

  unpack({ path, layer, folder }: LayerToUnpack, signal?: AbortSignal): AsyncGenerator<ImageWork> {
    return workStream(signal, async (cancelled, progress) => {
      const data = { image: path, output: folder, ...layerOption(layer) };
      const record = () => this.#parts.note({ type: 'image.taken', data });
      const input = { path, output: folder, layer, isRaw: layer === undefined };
      const unpacked = await this.#parts.run('unpack', input, { signal: cancelled, progress, record });
      const summary = `Unpacked ${unpacked.entries} entries, ${unpacked.bytes} bytes`;
      return { path: folder, summary, remarks: remarksOfTaking(unpacked) };
    });
  }

  /** @throws as `mountLayer` */
  mount(request: LayerToMount, signal?: AbortSignal): AsyncGenerator<ImageWork> {
    return mountLayer(this.#parts, request, () => this.#changed.emit(), signal);
  }

  /** @throws as `unmountLayer` */
  async unmount(request: FolderToClose, signal: AbortSignal): Promise<void> {
    const changesIn = (folder: string, leaving: AbortSignal) => this.planSnapshot(folder, leaving);
    await unmountLayer(this.#parts, { ...request, changesIn }, signal);
    this.#changed.emit();
  }

  async restore({ path, layer, file, output, replaces }: LayerToRestore, signal: AbortSignal) {
    const record = () => this.#parts.note({ type: 'image.taken', data: { image: path, layer, file, output } });
    const input = { image: path, path: file, output, layer, replaces };
    const restored = await this.#parts.run('restore', input, { signal, record });
    return { entries: restored.entries, bytes: restored.bytes, remarks: remarksOfTaking(restored) };
  }

  async tag({ path, layer, tag }: LayerChange, signal: AbortSignal): Promise<ImageSummary> {
    await this.#noteChange('tag', { path, layer }, tag);
    await this.#parts.run('tag', { image: path, layer, tag }, { signal });
    return await this.#reader.read(path, signal);
  }

  async setDefault({ path, layer }: LayerReference, signal: AbortSignal): Promise<ImageSummary> {
    await this.#noteChange('default', { path, layer });
    await this.#parts.run('setDefault', { image: path, layer }, { signal });
    return await this.#reader.read(path, signal);
  }

  deleteLayer({ path, layer }: LayerReference, signal?: AbortSignal): AsyncGenerator<ImageWork> {
    return workStream(signal, async (cancelled) => {
      await this.#noteChange('delete-layer', { path, layer });
      const uuid = await this.#parts.run('deleteLayer', { image: path, layer }, { signal: cancelled });
      return { path, summary: `The layer ${uuid} is deleted`, remarks: [] };
    });
  }

  squash({ path, layer, drops }: SquashRequest, signal?: AbortSignal): AsyncGenerator<ImageWork> {
    return workStream(signal, async (cancelled) => {
      await this.#noteChange('squash', { path, layer });
      const squashed = await this.#parts.run(
        'squash',
        { image: path, layer, dropsBelow: drops },
        { signal: cancelled },
      );
      const gone = squashed.dropped.map((uuid) => `The layer ${uuid} below it is deleted`);
      return { path, layer: squashed.layer, summary: 'The layer stands by itself', remarks: gone };
    });
  }

  async #noteChange(by: LayerChangeName, { path, layer }: LayerReference, tag?: string): Promise<void> {
    await this.#parts.note({ type: 'image.written', data: { image: path, by, layer, ...tagOption(tag) } });
  }
}

type LayerChangeName = 'tag' | 'default' | 'delete-layer' | 'squash';

const tagOption = (tag: string | undefined) => (tag === undefined ? {} : { tag });
const layerOption = (layer: string | undefined) => (layer === undefined ? {} : { layer });
