import * as zlib from 'node:zlib';

/** Codecs in which images are written. */
export const WRITTEN_CODECS = ['zstd', 'gzip'] as const;

export type WrittenCodec = (typeof WRITTEN_CODECS)[number];

/** How blocks are packed. */
export interface Packing {
  readonly codec: WrittenCodec;
  /** 1 to 22 for zstd, 1 to 9 for gzip. */
  readonly level: number;
}

/** Packs one block, of at most 1 MiB. */
export type Compress = (block: Uint8Array) => Uint8Array;

/** Levels by codec: the usual one, and the highest. */
export const LEVELS: Readonly<Record<WrittenCodec, { readonly usual: number; readonly highest: number }>> = {
  zstd: { usual: 3, highest: 22 },
  gzip: { usual: 9, highest: 9 },
};

/** A frame that states a larger window than the blocks of the image is refused by Linux; a table's block has 8 KiB. */
const MIN_WINDOW_LOG = 13;

interface NodeZstd {
  readonly zstdCompressSync?: (block: Uint8Array, options: { readonly params: Record<number, number> }) => Buffer;
  readonly constants: { readonly ZSTD_c_compressionLevel?: number; readonly ZSTD_c_windowLog?: number };
}

/** The compressor for a packing; what it stands on is loaded now. */
export async function loadCompress({ codec, level }: Packing): Promise<Compress> {
  if (codec === 'gzip') return (block) => zlib.deflateSync(block, { level });
  return ofNode(level) ?? (await loadWasmCompress(level));
}

/** Node's own zstd, from 22.15 on. */
function ofNode(level: number): Compress | undefined {
  const { zstdCompressSync, constants } = zlib as NodeZstd;
  const { ZSTD_c_compressionLevel: levelKey, ZSTD_c_windowLog: windowKey } = constants;
  if (!zstdCompressSync || levelKey === undefined || windowKey === undefined) return undefined;
  return (block) => {
    const windowLog = Math.max(MIN_WINDOW_LOG, Math.ceil(Math.log2(block.length)));
    return zstdCompressSync(block, { params: { [levelKey]: level, [windowKey]: windowLog } });
  };
}

let wasm: Promise<typeof import('@bokuweb/zstd-wasm')> | undefined;

/** The same library as WebAssembly, where Node has none. */
export async function loadWasmCompress(level: number): Promise<Compress> {
  // To start it again would take its memory away from those who use it.
  wasm ??= startWasm();
  const { compress } = await wasm;
  return (block) => compress(block, level);
}

async function startWasm(): Promise<typeof import('@bokuweb/zstd-wasm')> {
  const zstd = await import('@bokuweb/zstd-wasm');
  await zstd.init();
  return zstd;
}
