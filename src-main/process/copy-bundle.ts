import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Bundles are found by their names beside the entry, not by `require`. */
const BESIDE = ['js-host-hooks.js'];

/** Copies a CommonJS bundle, with all that it requires by relative paths, into a folder. @returns the entry there */
export function copyBundle(entry: string, folder: string): string {
  const from = dirname(entry);
  const files = new Set([entry, ...BESIDE.map((name) => join(from, name))]);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const target = join(folder, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    // A set that is walked while it grows is walked to its end.
    for (const [, path = ''] of text.matchAll(/\brequire\("(\.{1,2}\/[^"]+\.js)"\)/g)) {
      const required = join(dirname(file), path);
      // A bundle has texts in it that look like code.
      if (existsSync(required)) files.add(required);
    }
  }
  return join(folder, basename(entry));
}
