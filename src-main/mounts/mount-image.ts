import { mkdir, rmdir } from 'node:fs/promises';
import { messageOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import type { Backend } from './backends/backend.ts';
import { type Backends, type ChosenBackend, chooseBackend, type WantedBackend } from './choose-backend.ts';
import { MountError } from './mount-error.ts';
import type { CheckedImage, CopyResult, MountPorts } from './mount-ports.ts';
import { findOutputPlace, type OutputPlace, removeMadeOutput } from './output-place.ts';
import type { MountRecord } from './records/mount-record.ts';
import type { MountRecords } from './records/mount-records.ts';

export interface MountRequest {
  /** Absolute. */
  readonly image: string;
  /** Tag or UUID; the default layer where it is absent. */
  readonly layer?: string | undefined;
  /** A name that is free, or an empty folder; absolute. */
  readonly output: string;
  /** Backend to use; if absent, the best one that works. */
  readonly backend?: WantedBackend | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface MountResult {
  readonly record: MountRecord;
  /** Ways that were not taken, and why. */
  readonly passedOver: readonly string[];
  readonly copied?: CopyResult | undefined;
}

export interface MountContext {
  readonly ports: MountPorts;
  readonly records: MountRecords;
  readonly backends: Backends;
}

/**
 * Checks the whole image, then opens one of its layers. The record comes before anything is done; what fails or is cancelled
 * leaves nothing mounted.
 *
 * @throws MountError, what is wrong with the image, the signal's reason
 */
export async function mountImage(mounting: MountContext, request: MountRequest): Promise<MountResult> {
  const { ports, records, backends } = mounting;
  const { signal } = request;
  await using image = await ports.openImage(request.image, request.layer, signal);
  const output = await findOutputPlace(request.output, { not: records.path });
  let choice = await chooseBackend(backends, { image, wanted: request.backend, isRoot: ports.uid === 0 });
  try {
    return { ...(await mountBy(mounting, { choice, image, output, signal })), passedOver: choice.passedOver };
  } catch (error) {
    // Nothing stands in the way of a copy that the system could forbid.
    const isForbidden = error instanceof MountError && error.reason === 'backend';
    if (!isForbidden || request.backend !== undefined || choice.backend.name === 'copy') throw error;
    const passedOver = [...choice.passedOver, `${choice.backend.name}: ${messageOf(error)}`];
    choice = { backend: backends.copy, passedOver };
    return { ...(await mountBy(mounting, { choice, image, output, signal })), passedOver };
  }
}

interface ChosenMount {
  readonly choice: ChosenBackend;
  readonly image: CheckedImage;
  readonly output: OutputPlace;
  readonly signal: AbortSignal | undefined;
}

async function mountBy({ ports, records }: MountContext, { choice, image, output, signal }: ChosenMount) {
  const { backend } = choice;
  const id = await records.create();
  let record = newRecord(ports, { id, image, output, backend });
  const note = async (news: Partial<MountRecord>) => {
    record = { ...record, ...news };
    await records.write(record);
  };
  await note({});
  await refuseTaken(records, record);
  try {
    signal?.throwIfAborted();
    await makeOutput(backend, output);
    const folder = records.folderOf(id);
    const { place, copied } = await backend.mount({ image, record, folder, signal, note });
    if (backend.name !== 'copy') await image.recordBase(place);
    await note({ place, phase: 'mounted', readyAt: ports.now() });
    return { record, copied };
  } catch (error) {
    await undo({ backend, records }, record, error);
    if (output.exists && backend.name === 'helper') await mkdir(pathToBytes(output.path)).catch(() => {});
    throw error;
  }
}

/** Refuses a place that another record has: of two that come at once, both may be refused, and never are both done. */
async function refuseTaken(records: MountRecords, { id, output }: MountRecord): Promise<void> {
  const others = (await records.list()).filter(({ record }) => record?.output === output && record.id !== id);
  if (others.length === 0) return;
  await records.remove(id);
  throw new MountError(
    'place',
    `An image is open at ${output}, or was when the app ended. See sigma workspace mount list`,
  );
}

function newRecord(
  ports: MountPorts,
  {
    id,
    image,
    output,
    backend,
  }: Pick<ChosenMount, 'image' | 'output'> & { readonly id: string; readonly backend: Backend },
): MountRecord {
  return {
    version: 1,
    id,
    image: image.path,
    identity: image.identity,
    layer: image.layer.uuid,
    tag: image.layer.tag,
    layers: image.layers,
    backend: backend.name,
    output: output.path,
    place: output.path,
    madeOutput: !output.exists,
    phase: 'mounting',
    startedAt: ports.now(),
    process: ports.identifyProcess(),
  };
}

/** Mounts need a folder, the helper's link needs a free name, a copy makes its own. */
async function makeOutput({ name }: Backend, { path, exists }: OutputPlace): Promise<void> {
  if ((name === 'fuse' || name === 'kernel') && !exists) await mkdir(pathToBytes(path), { mode: 0o700 });
  if (name === 'helper' && exists) await rmdir(pathToBytes(path));
}

/** Takes back what was mounted. What cannot be taken back keeps its record, and is said. */
async function undo(
  { backend, records }: { readonly backend: Backend; readonly records: MountRecords },
  record: MountRecord,
  error: unknown,
): Promise<void> {
  try {
    await backend.unmount(record, records.folderOf(record.id), { discard: false });
    if (record.madeOutput && backend.name !== 'copy') await removeMadeOutput(record.output);
    await records.remove(record.id);
  } catch (left) {
    const what = `Not all could be unmounted (${messageOf(left)}): see sigma workspace mount list`;
    throw new MountError('busy', `${messageOf(error)}. ${what}`, error);
  }
}
