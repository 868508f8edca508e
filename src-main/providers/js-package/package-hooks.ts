/** Code of a package that an install runs although it is no script of package.json. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Hook {
  readonly file: string;
  /** Settings in the file that name code; without them the file is the code. */
  readonly settings?: RegExp;
}

const NPMRC: Hook = { file: '.npmrc', settings: /script-shell|node-options|(?<![\w-])git(?=["'\s]*=)/g };

/** Files by the program that installs. */
const HOOKS: Readonly<Record<string, readonly Hook[]>> = {
  npm: [NPMRC],
  pnpm: [
    { file: '.pnpmfile.cjs' },
    { file: '.pnpmfile.mjs' },
    { file: 'pnpm-workspace.yaml', settings: /(?:global-?)?pnpmfile|configDependencies|script-?shell|node-?options/gi },
    { ...NPMRC, settings: /(?:global-)?pnpmfile|script-shell|node-options/g },
  ],
  yarn: [
    { file: '.yarnrc.yml', settings: /yarnPath|plugins/g },
    { file: '.yarnrc', settings: /yarn-path|script-shell/g },
  ],
};

/** Names what an install by a program runs of a folder, as words of a sentence. */
export async function hooksOfInstall(folder: string, program: string): Promise<string[]> {
  const found = await Promise.all((HOOKS[program] ?? []).map((hook) => hookIn(folder, hook)));
  return found.filter((one) => one !== undefined);
}

async function hookIn(folder: string, { file, settings }: Hook): Promise<string | undefined> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  if (settings === undefined) return file;
  const said = text.replaceAll(/^\s*[#;].*$/gm, '');
  const names = [...new Set(said.match(settings))];
  // An escape may spell any name.
  if (names.length === 0 && !/\\[xu]/i.test(said)) return undefined;
  return names.length === 0 ? `what ${file} names` : `what ${file} names (${names.join(', ')})`;
}
