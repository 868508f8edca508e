import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CODE = /\.(?:[cm]?[jt]s|tsx)$/;
const TEST = /\.test\.tsx?$/;
/** `from '…'`, `import '…'` and `import('…')`; an import of types alone runs nothing. */
const IMPORT = /^\s*(?:import|export) type\b[^;]*?\bfrom '[^']+'|\bfrom '([^']+)'|\bimport\(?\s*'([^']+)'/gm;

/**
 * Test files that reach one of `changed` by their imports, and those among it, all from the root. Vitest can tell it, too, but
 * translates every test and source for it, which takes twenty seconds; this reads them in one.
 *
 * @param {string} root
 * @param {readonly string[]} changed
 * @returns {readonly string[]}
 */
export function relatedTests(root, changed) {
  const aliases = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports ?? {});
  const importers = new Map();
  const files = ['src-main', 'src-preload', 'src-renderer', 'test', 'scripts', 'e2e'].flatMap((folder) =>
    filesIn(root, folder),
  );
  for (const file of files.filter((name) => CODE.test(name))) {
    for (const target of importsOf(root, file, aliases)) {
      const known = importers.get(target) ?? [];
      importers.set(target, [...known, file]);
    }
  }
  const reached = new Set(changed);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => TEST.test(file)).sort();
}

function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true }).map(
    (name) => `${folder}/${String(name).replaceAll('\\', '/')}`,
  );
}

function importsOf(root, file, aliases) {
  const found = readFileSync(join(root, file), 'utf8').matchAll(IMPORT);
  return [...found].flatMap(([, from, dynamic]) => importedFile(file, from ?? dynamic ?? '', aliases) ?? []);
}

/** The file that a name leads to, from the root; `undefined` for a module of somebody else's. */
function importedFile(file, name, aliases) {
  const path = name.split('?')[0] ?? '';
  if (path.startsWith('.')) return join(file, '..', path).replaceAll('\\', '/');
  for (const [alias, target] of aliases) {
    const [before = '', after] = alias.split('*');
    const fits = after === undefined ? path === alias : path.startsWith(before);
    if (fits) return join(target.replace('*', path.slice(before.length))).replaceAll('\\', '/');
  }
  return undefined;
}
