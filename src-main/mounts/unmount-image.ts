import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '#core/app-error';
import { pathToBytes } from '#core/path-bytes';
import { hasWritten } from './backends/overlay-folders.ts';
import { MountError } from './mount-error.ts';
import type { Mounting } from './mount-image.ts';
import { removeMadeOutput } from './output-place.ts';
import type { MountRecord } from './records/mount-record.ts';

export interface UnmountRequest {
  /** Where it was mounted, or where the link there leads; absolute. */
  readonly path: string;
  /** Whether changes that are in no snapshot may be deleted. */
  readonly discard: boolean;
  /** Asked where there are such changes, a few of them named; `false` keeps all as it is. */
  readonly askToDiscard?: ((changes: readonly string[]) => Promise<boolean>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Closes an open image: unmounts it, or deletes its copy. Changes that are in no snapshot are deleted only where that was
 * allowed; links are deleted and never followed.
 *
 * @throws MountError `unknown`, `unsaved`, `busy`
 */
export async function unmountImage(mounting: Mounting, request: UnmountRequest): Promise<MountRecord> {
  const record = await findMount(mounting, request.path);
  if (!record) throw new MountError('unknown', `No image is open at ${request.path}. See sigma workspace mount list`);
  if (record.phase !== 'mounted' && mounting.ports.isProcessAlive(record.process)) {
    throw new MountError(
      'busy',
      `Process ${record.process.pid} is at work on ${record.output}. Try again when it is done`,
    );
  }
  let discard = request.discard || (await mayDiscard(mounting, record, request));
  try {
    await closeMount(mounting, record, { discard, signal: request.signal });
  } catch (error) {
    // Something was written in between, or only root can see it.
    const isLate = error instanceof MountError && error.reason === 'unsaved';
    if (!isLate || !(await request.askToDiscard?.([]))) throw error;
    discard = true;
    await closeMount(mounting, record, { discard, signal: request.signal });
  }
  return record;
}

/** The open image at a path; nothing where there is none. */
export async function findMount(
  { records }: Pick<Mounting, 'records'>,
  path: string,
): Promise<MountRecord | undefined> {
  const wanted = resolve(path);
  const resolved = await realpath(dirname(wanted)).catch(() => dirname(wanted));
  const places = [wanted, join(resolved, basename(wanted))];
  const all = (await records.list()).flatMap(({ record }) => record ?? []);
  return all.find(({ output, place }) => places.includes(output) || places.includes(place));
}

async function mayDiscard({ ports }: Mounting, record: MountRecord, { askToDiscard, signal }: UnmountRequest) {
  const changes = await ports.changesIn(record, signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    return [`what changed cannot be told: ${messageOf(error)}`];
  });
  if (changes.length === 0) return record.backend === 'copy';
  if (await askToDiscard?.(changes)) return true;
  const shown = changes.slice(0, 5).join(', ');
  throw new MountError(
    'unsaved',
    `${record.output} has changes that are in no snapshot (${shown}${changes.length > 5 ? ' …' : ''}). All is left as it is: take a snapshot first, or give --discard`,
  );
}

/** Unmounts and forgets. The record stays until all of it is gone. @throws MountError `busy`, `unsaved` */
export async function closeMount(
  { ports, records, backends }: Mounting,
  record: MountRecord,
  { discard, signal }: { readonly discard: boolean; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const folder = records.folderOf(record.id);
  const unsaved = async () => {
    if (discard || !(await hasWritten(folder))) return;
    throw new MountError(
      'unsaved',
      `${record.output} has changes that are in no snapshot. They are kept in ${folder.upper}`,
    );
  };
  await unsaved();
  const before = record.phase === 'mounted' ? ({ ...record, process: ports.identifyProcess() } as const) : record;
  if (record.phase === 'mounted') await records.write({ ...before, phase: 'unmounting' });
  try {
    await backends[record.backend].unmount(record, folder, { discard, signal });
  } catch (error) {
    await records.write(record);
    throw error;
  }
  // Something may have been written between the two looks.
  await unsaved();
  if (record.backend !== 'copy' && record.madeOutput) await removeMadeOutput(record.output);
  if (record.backend === 'helper' && !record.madeOutput) await mkdir(pathToBytes(record.output)).catch(() => {});
  await records.remove(record.id);
}
