import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import { realOrSame } from '#core/files/real-path';
import type { UnmountOptions } from './backends/backend.ts';
import { hasWritten, wasWrittenSince } from './backends/overlay-folders.ts';
import { MountError } from './mount-error.ts';
import type { MountContext } from './mount-image.ts';
import { removeMadeOutput } from './output-place.ts';
import type { MountRecord } from './records/mount-record.ts';
import type { MountFolder } from './records/mount-records.ts';

export interface UnmountRequest {
  /** Path at which it was mounted, or the target of the link there; absolute. */
  readonly path: string;
  /** Whether changes that are in no snapshot may be deleted. */
  readonly discard: boolean;
  /** Called with the names of a few unsaved changes if there are any; `false` keeps everything as it is. */
  readonly askToDiscard?: ((changes: readonly string[]) => Promise<boolean>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Closes an open image: unmounts it, or deletes its copy. Changes that are in no snapshot are deleted only where that was
 * allowed; links are deleted and never followed.
 *
 * @throws MountError `unknown`, `unsaved`, `busy`
 */
export async function unmountImage(mounting: MountContext, request: UnmountRequest): Promise<MountRecord> {
  const record = await findMount(mounting, request.path);
  if (!record) throw new MountError('unknown', `No image is open at ${request.path}. See sigma workspace mount list`);
  if (record.phase !== 'mounted' && mounting.ports.isProcessAlive(record.process)) {
    throw new MountError(
      'busy',
      `Process ${record.process.pid} is at work on ${record.output}. Try again when it is done`,
    );
  }
  const comparedAt = mounting.ports.now();
  const isSaved = !request.discard && (await mayClose(mounting, record, request));
  const close = (discard: boolean) =>
    closeMount(mounting, record, { discard, signal: request.signal, ...(isSaved && { comparedAt }) });
  try {
    await close(true);
  } catch (error) {
    // Something was written in between.
    const isUnsaved = error instanceof MountError && error.reason === 'unsaved';
    if (!isUnsaved || !(await request.askToDiscard?.([]))) throw error;
    await closeMount(mounting, record, { discard: true, signal: request.signal });
  }
  return record;
}

/** The open image at a path; nothing if there is none. */
export async function findMount(
  { records }: Pick<MountContext, 'records'>,
  path: string,
): Promise<MountRecord | undefined> {
  const wanted = resolve(path);
  const resolved = await realOrSame(dirname(wanted));
  const places = [wanted, join(resolved, basename(wanted))];
  const all = (await records.list()).flatMap(({ record }) => record ?? []);
  return all.find(({ output, place }) => places.includes(output) || places.includes(place));
}

/**
 * Whether all that is seen is in the image; a person may say that the rest can go. @throws MountError `unsaved` if
 * nobody does
 */
async function mayClose({ ports }: MountContext, record: MountRecord, { askToDiscard, signal }: UnmountRequest) {
  const changes = await ports.changesIn(record, signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    return [`what changed cannot be told: ${messageOf(error)}`];
  });
  if (changes.length === 0) return true;
  if (await askToDiscard?.(changes)) return false;
  const shown = `${changes.slice(0, 5).join(', ')}${changes.length > 5 ? ' …' : ''}`;
  const advice = 'All is left as it is: take a snapshot first, or give --discard';
  throw new MountError('unsaved', `${record.output} has changes that are in no snapshot (${shown}). ${advice}`);
}

/** Unmounts and forgets. The record stays until all of it is gone. @throws MountError `busy`, `unsaved` */
export async function closeMount(
  { ports, records, backends }: MountContext,
  record: MountRecord,
  options: UnmountOptions,
): Promise<void> {
  const folder = records.folderOf(record.id);
  if (!options.discard && (await hasWritten(folder))) throw unsavedIn(record, folder);
  if (record.phase === 'mounted') {
    await records.write({ ...record, process: ports.identifyProcess(), phase: 'unmounting' });
  }
  try {
    await backends[record.backend].unmount(record, folder, options);
  } catch (error) {
    await records.write(record);
    throw error;
  }
  // Something may have been written between the two looks.
  if (await isLate(folder, options)) throw unsavedIn(record, folder);
  if (record.backend !== 'copy' && record.madeOutput) await removeMadeOutput(record.output);
  if (record.backend === 'helper' && !record.madeOutput) await mkdir(pathToBytes(record.output)).catch(() => {});
  await ports.forgetBase(record.place);
  await records.remove(record.id);
}

async function isLate(folder: MountFolder, { discard, comparedAt }: UnmountOptions): Promise<boolean> {
  if (!discard) return await hasWritten(folder);
  return comparedAt !== undefined && (await wasWrittenSince(folder.upper, comparedAt));
}

function unsavedIn({ output }: MountRecord, { upper }: MountFolder): MountError {
  return new MountError('unsaved', `${output} has changes that are in no snapshot. They are kept in ${upper}`);
}
