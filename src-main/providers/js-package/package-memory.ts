import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#core/files/atomic-file';
import { sha256 } from '#core/text/sha256';
import { JsFunction } from '#core/threads/js-messages';

/** Raised when the mapping from types to schemas changes. */
const MAPPING = 1;

const RememberedPackage = z.object({
  /** Hash of the lock file that was installed from. */
  lock: z.string().optional(),
  /** Newest source that was built, in Unix milliseconds. */
  built: z.number().optional(),
  described: z
    .object({ mapping: z.literal(MAPPING), files: z.record(z.string(), z.string()), functions: z.array(JsFunction) })
    .optional(),
});
type RememberedPackage = z.infer<typeof RememberedPackage>;

/**
 * Memory about a package from earlier runs. It is kept in the app's data, not in the package, so that a copied folder
 * brings none with it.
 */
export class JsPackageMemory {
  readonly #folder: string;
  readonly #file: string;

  constructor(folder: string, packageFolder: string) {
    this.#folder = folder;
    this.#file = join(folder, `${contentHash(packageFolder).slice(0, 32)}.json`);
  }

  async read(): Promise<RememberedPackage> {
    try {
      return RememberedPackage.parse(JSON.parse(await readFile(this.#file, 'utf8')));
    } catch {
      return {};
    }
  }

  async add(more: Partial<RememberedPackage>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.#file, JSON.stringify({ ...(await this.read()), ...more }));
  }

  /** The functions as they were described, when every file that was read for it is as it was. */
  async functions(): Promise<readonly JsFunction[] | undefined> {
    const { described } = await this.read();
    if (!described) return undefined;
    const now = await hashesOf(Object.keys(described.files));
    return Object.entries(described.files).every(([file, hash]) => now[file] === hash)
      ? described.functions
      : undefined;
  }

  async addFunctions(functions: readonly JsFunction[], files: readonly string[]): Promise<void> {
    await this.add({ described: { mapping: MAPPING, files: await hashesOf(files), functions: [...functions] } });
  }
}

/** SHA-256 of each file, empty for one that is not there. */
async function hashesOf(files: readonly string[]): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await hashOfFile(file)] as const)));
}

export async function hashOfFile(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes === undefined ? '' : contentHash(bytes);
}

const contentHash = (content: string | Uint8Array) => sha256(content);
