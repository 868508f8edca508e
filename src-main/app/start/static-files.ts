import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { StartError } from './start-error.ts';

export interface StaticFile {
  readonly type: string;
  /** The name carries a hash of the content. */
  readonly isImmutable: boolean;
  readonly isCompressible: boolean;
  body(encoding?: Encoding): Promise<Buffer>;
}

export type Encoding = 'br' | 'gzip';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.svg', '.ttf']);

/**
 * The files of `root` by the request path that names them. The table is made from the folder, once, and a request is only
 * looked up in it: no part of a request ever becomes a path. Links are left out.
 */
export function tableOfFiles(root: string): ReadonlyMap<string, StaticFile> {
  const folder = resolve(root);
  const files = folderEntries(folder).filter((entry) => entry.isFile());
  const table = new Map(
    files.map((entry): [string, StaticFile] => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length).split(sep).join('/'), staticFile(path)];
    }),
  );
  const index = table.get('/index.html');
  return index ? table.set('/', index) : table;
}

function folderEntries(root: string) {
  try {
    return readdirSync(root, { withFileTypes: true, recursive: true });
  } catch (error) {
    throw new StartError(`The page is not in ${root}.\nRun npm run build.`, 1, error);
  }
}

function staticFile(path: string): StaticFile {
  const extension = extname(path).toLowerCase();
  // Compressed once, when first asked for; the page is a few files.
  const bodies = new Map<string, Promise<Buffer>>();
  const isCompressible = COMPRESSIBLE.has(extension);
  return {
    isCompressible,
    type: TYPES[extension] ?? 'application/octet-stream',
    isImmutable: /[/\\]assets[/\\][^/\\]+-[\w-]{8}\.\w+$/.test(path),
    body: (encoding) => {
      const key = encoding !== undefined && isCompressible ? encoding : 'identity';
      const body = bodies.get(key) ?? readFile(path).then((bytes) => compress(bytes, key));
      if (key !== 'identity') bodies.set(key, body);
      return body;
    },
  };
}

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

async function compress(bytes: Buffer, encoding: string): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(bytes);
  // Level 5 takes a tenth of the time of the default 11 for a few percent more bytes.
  if (encoding === 'br') return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return bytes;
}
