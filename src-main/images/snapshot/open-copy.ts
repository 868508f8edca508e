import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { findLayer } from '../manifest/layers.ts';
import type { OpenImage } from '../read/open-image.ts';
import { type UnpackOptions, unpackImage } from '../unpack/unpack-image.ts';
import type { UnpackResult } from '../unpack/write-tree.ts';
import { baseRecordOf } from './base-record-of.ts';
import type { BaseRecords } from './base-records.ts';

interface OpenCopyOptions extends Omit<UnpackOptions, 'isRaw' | 'whenWhole'> {
  /** The file that is open. */
  readonly image: string;
  readonly records: BaseRecords;
}

/** Unpacks what a layer shows as a folder to work in, and records what it was opened from, so that a snapshot can be made of it. @throws as `unpackImage` */
export async function openCopy(open: OpenImage, options: OpenCopyOptions): Promise<UnpackResult> {
  const { records, layer: wanted } = options;
  const output = resolve(options.output);
  const layer = findLayer(open.manifest, wanted);
  const image = await realpath(options.image);
  await mkdir(dirname(output), { recursive: true });
  const folder = join(await realpath(dirname(output)), basename(output));
  return await unpackImage(open, {
    ...options,
    output: folder,
    layer: layer.uuid,
    isRaw: false,
    whenWhole: async (at, { showsXattrs }) =>
      records.write(await baseRecordOf({ folder, at, image, open, layer, showsXattrs })),
  });
}
