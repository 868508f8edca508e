import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export interface SourceImport {
  /** Path from the root, as that of every source file here. */
  readonly file: string;
  /** Text of the import. */
  readonly target: string;
  /** Gone when the program runs. */
  readonly isTypeOnly: boolean;
}

/** Paths of the TypeScript files in a folder, from the root. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

const STATEMENT =
  /(?<typeOnly>\b(?:import|export)\s+type\b[^'";]*?)?(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"](?<target>[^'"\s]+)['"]/g;

export function importsIn(file: string, text: string): SourceImport[] {
  return [...text.matchAll(STATEMENT)].map(({ groups }) => ({
    file,
    target: groups?.target ?? '',
    isTypeOnly: groups?.typeOnly !== undefined,
  }));
}

export const importsOf = (file: string) => importsIn(file, readFileSync(join(ROOT, file), 'utf8'));

const { imports: NAMES }: { readonly imports: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

/** The file of ours that an import leads to, from the root; `undefined` for a module from outside. */
export function importedFile({ file, target }: Pick<SourceImport, 'file' | 'target'>): string | undefined {
  // After a question mark, a bundler is told how to take it.
  if (target.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(file), target.replace(/\?.*$/, '')));
  if (!target.startsWith('#')) return undefined;
  const [folder = '', ...rest] = target.split('/');
  const path = NAMES[target] ?? NAMES[`${folder}/*`]?.replace('*', rest.join('/'));
  return relative(ROOT, resolve(ROOT, path ?? target));
}
