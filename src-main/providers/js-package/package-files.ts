import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';

/** Fields of package.json that are used here. */
const PackageManifest = z.object({
  main: z.string().min(1).optional(),
  types: z.string().min(1).optional(),
  typings: z.string().min(1).optional(),
  scripts: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.unknown()).default({}),
  devDependencies: z.record(z.string(), z.unknown()).default({}),
  optionalDependencies: z.record(z.string(), z.unknown()).default({}),
  peerDependencies: z.record(z.string(), z.unknown()).default({}),
});
export type PackageManifest = z.infer<typeof PackageManifest>;

export interface JsPackage {
  /** Absolute. */
  readonly folder: string;
  readonly manifestFile: string;
  readonly manifest: PackageManifest;
  /** The declaration file, absolute; it may not have been built yet. */
  readonly types: string;
}

/** @throws AppError that names the file when it is no package with types */
export async function readPackage(folder: string): Promise<JsPackage> {
  const manifestFile = join(folder, 'package.json');
  const text = await readFile(manifestFile, 'utf8').catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw invalid(manifestFile, `cannot be read: ${messageOf(error)}`);
    throw invalid(manifestFile, 'is not there', 'attach js takes the folder of a Node package.');
  });
  const manifest = PackageManifest.safeParse(parseManifest(text, manifestFile));
  if (!manifest.success) throw invalid(manifestFile, `is invalid: ${z.prettifyError(manifest.error)}`);
  const types = manifest.data.types ?? manifest.data.typings;
  if (types === undefined) {
    const advice = 'Name the declaration file of the main module there, such as "dist/index.d.ts".';
    throw invalid(manifestFile, 'has no "types"', advice);
  }
  return { folder, manifestFile, manifest: manifest.data, types: isAbsolute(types) ? types : resolve(folder, types) };
}

function parseManifest(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw invalid(file, `is not JSON: ${messageOf(error)}`);
  }
}

/** The module to load: `main`, else `index.js`, else `dist/index.js`; undefined if none of them is there. */
export async function findEntry({ folder, manifest: { main } }: JsPackage): Promise<string | undefined> {
  const candidates = main === undefined ? ['index.js', 'dist/index.js'] : [main, `${main}.js`, join(main, 'index.js')];
  for (const candidate of candidates) {
    const path = resolve(folder, candidate);
    if (await isFile(path)) return path;
  }
  return undefined;
}

/** @throws AppError that names what is missing */
export async function requireEntry(found: JsPackage): Promise<string> {
  if (!(await isFile(found.types))) {
    throw invalid(found.types, 'is not there', `"types" in ${found.manifestFile} names it.`);
  }
  const entry = await findEntry(found);
  if (entry !== undefined) return entry;
  const { main } = found.manifest;
  if (main !== undefined) throw invalid(resolve(found.folder, main), 'is not there', `"main" names it.`);
  throw invalid(found.manifestFile, 'has no "main", and neither index.js nor dist/index.js is there');
}

export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

function invalid(file: string, problem: string, advice?: string): AppError {
  return new AppError('INVALID_INPUT', `${file} ${problem}`, { where: file, advice });
}
