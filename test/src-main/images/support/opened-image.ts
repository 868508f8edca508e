import { join } from 'node:path';
import { BaseRecords, bytesOfFile, openCopy, openImage, packFolder, snapshotFolder } from '#images';
import { readAttributes, writeAttributes } from '#process/file-attributes';

export const RECORDS = '.records';

/** Packs, opens and snapshots in one box, with attributes. */
export class ImageBox {
  readonly path: string;
  readonly records: BaseRecords;

  constructor(path: string) {
    this.path = path;
    this.records = new BaseRecords(join(path, RECORDS));
  }

  at(name: string): string {
    return join(this.path, name);
  }

  async pack(folder: string, image: string, tag?: string, codec: 'zstd' | 'gzip' = 'zstd') {
    return await packFolder({
      folder: this.at(folder),
      output: this.at(image),
      replaces: false,
      tag,
      packing: { codec, level: 1 },
      includesSecret: () => false,
      readXattrs: readAttributes,
    });
  }

  async open(image: string, folder: string, layer?: string) {
    using source = bytesOfFile(this.at(image));
    const open = await openImage(source);
    return await openCopy(open, {
      image: this.at(image),
      output: this.at(folder),
      layer,
      records: this.records,
      writeXattrs: (files) => writeAttributes({ files, mayHaveOthers: false }),
    });
  }

  async snapshot(folder: string, tag?: string, more: { readonly output?: string; readonly signal?: AbortSignal } = {}) {
    return await snapshotFolder({
      folder: this.at(folder),
      tag,
      records: this.records,
      readXattrs: readAttributes,
      includesSecret: () => false,
      ...more,
    });
  }
}
