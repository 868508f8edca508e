import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '#core/files/atomic-file';
import { CompileResult } from '#core/threads/agent-messages';

/** Most answers of the compiler that are kept, in memory and in the folder. */
const MAX_KEPT = 50;

const kept = new Map<string, CompileResult>();

export interface CompiledMemory {
  /** The built `js-host.js`: another one may compile differently. */
  readonly module: string;
  /** Absolute, in the app's data; made when needed. Absent: nothing is kept beyond this run. */
  readonly compiledFolder?: string | undefined;
}

/** The key of an answer: what is asked, of which sources, and of which compiler. */
export async function compiledKey(
  { module }: CompiledMemory,
  files: readonly string[],
  sources: readonly (readonly [string, string])[],
): Promise<string> {
  // The names of the chunks that it requires are hashes of their contents.
  const compiler = await readFile(module).catch(() => '');
  return createHash('sha256')
    .update(compiler)
    .update(JSON.stringify([files, sources]))
    .digest('hex');
}

/** Reads the compiler's earlier answer; undefined if there is none, or it cannot be read. */
export async function rememberedCompiled(
  { compiledFolder }: CompiledMemory,
  key: string,
): Promise<CompileResult | undefined> {
  const known = kept.get(key);
  if (known || compiledFolder === undefined) return known;
  try {
    return keep(key, CompileResult.parse(JSON.parse(await readFile(memoryFile(compiledFolder, key), 'utf8'))));
  } catch {
    return undefined;
  }
}

/** Keeps an answer; a folder that cannot be written keeps nothing, and the compiler is asked again. */
export async function rememberCompiled(
  { compiledFolder }: CompiledMemory,
  key: string,
  compiled: CompileResult,
): Promise<void> {
  keep(key, compiled);
  if (compiledFolder === undefined) return;
  try {
    await mkdir(compiledFolder, { recursive: true, mode: 0o700 });
    await writeFileAtomic(memoryFile(compiledFolder, key), JSON.stringify(compiled));
    await removeOldest(compiledFolder);
  } catch {
    // It is only time that is lost.
  }
}

function keep(key: string, compiled: CompileResult): CompileResult {
  kept.set(key, compiled);
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  return compiled;
}

const memoryFile = (folder: string, key: string): string => join(folder, `${key}.json`);

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), time: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = files.sort((one, other) => other.time - one.time).slice(MAX_KEPT);
  await Promise.all(old.map(({ path }) => rm(path, { force: true })));
}
