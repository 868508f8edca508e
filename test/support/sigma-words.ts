import { join } from 'node:path';
import { script } from '../scripts/script.ts';
import { ROOT } from './built-host.ts';

let words: Promise<readonly string[]> | undefined;

/**
 * The words by which node runs `sigma` in any folder: the built app where it was built from exactly these sources, as in
 * `npm test`. Elsewhere the sources themselves, which take six times as long to start.
 */
export function sigmaWords(): Promise<readonly string[]> {
  words ??= wordsOf();
  return words;
}

/** Variables that `tsx` needs in other folders, beside those that the program has. */
export const SOURCES_ENVIRONMENT = { TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json') };

async function wordsOf(): Promise<readonly string[]> {
  const { isBuilt } = await script<{ isBuilt(root: string): boolean }>('build');
  if (isBuilt(ROOT)) return [join(ROOT, 'out', 'main', 'cli.js')];
  return [
    '--import',
    join(ROOT, 'node_modules', 'tsx', 'dist', 'loader.mjs'),
    join(ROOT, 'src-main', 'cli', 'main.ts'),
  ];
}
