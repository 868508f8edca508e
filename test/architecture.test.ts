import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** Who may import whom inside src-main, lowest first. What a folder's line does not name, it may not reach. */
const BASE = ['contract', 'core'];
const FEATURE = [...BASE, 'process', 'ledger', 'tools'];
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  core: ['contract'],
  process: BASE,
  ledger: BASE,
  tools: [...BASE, 'ledger'],
  files: FEATURE,
  approvals: FEATURE,
  llm: FEATURE,
  // The model's port is llm's; chat uses its types alone.
  chat: [...FEATURE, 'llm'],
  terminal: FEATURE,
  'shell-adapter': FEATURE,
  settings: FEATURE,
  app: [...FEATURE, 'files', 'approvals', 'llm', 'chat', 'terminal', 'shell-adapter', 'settings'],
  web: [...BASE, 'process', 'app'],
  electron: [...BASE, 'process', 'app', 'web'],
  cli: [...BASE, 'process', 'app', 'web'],
};

/** Outside modules that one place alone may import (the renderer's are listed by folder too). */
const OWNED: Record<string, readonly string[]> = {
  electron: ['src-main/electron', 'src-preload'],
  'node:child_process': ['src-main/process'],
  'node-pty': ['src-main/terminal'],
  pidusage: ['src-main/process'],
  openai: ['src-main/llm'],
  undici: ['src-main/llm'],
  ws: ['src-main/web'],
  pino: ['src-main/app'],
  '@xterm/headless': ['src-main/terminal'],
  '@xterm/xterm': ['src-renderer/terminals'],
  'monaco-editor': ['src-renderer/changes'],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"]([^'"\n]+)['"]/g);
  return [...found].map((match) => ({ file, target: match[1] ?? '' }));
}

const imports = ['src-main', 'src-preload', 'src-renderer'].flatMap(sourceFiles).flatMap(importsOf);
const folderOf = (file: string) => file.split(sep)[1] ?? '';

/** `#core/emitter` → core; `../core/x.ts` from a file in src-main → core. */
function mainFolderOf({ file, target }: Import): string | undefined {
  if (target.startsWith('#')) return target.slice(1).split('/')[0];
  if (!target.startsWith('.')) return undefined;
  const path = relative(join(ROOT, 'src-main'), resolve(ROOT, dirname(file), target));
  return path.startsWith('..') ? undefined : path.split(sep)[0];
}

test('the sources have imports to look at', () => {
  expect(imports.length).toBeGreaterThan(50);
});

test('every folder of src-main is in the table', () => {
  const folders = readdirSync(join(ROOT, 'src-main'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((folder) => folder.name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

describe('a folder of src-main reaches only those below it, by their names', () => {
  const crossing = imports.filter(({ file }) => file.startsWith(`src-main${sep}`));

  test('no import goes up or sideways', () => {
    const wrong = crossing.filter((one) => {
      const from = folderOf(one.file);
      const to = mainFolderOf(one);
      return to !== undefined && to !== from && !MAY_IMPORT[from]?.includes(to);
    });
    expect(wrong).toEqual([]);
  });

  test('no relative import leaves its folder', () => {
    const wrong = crossing.filter((one) => one.target.startsWith('.') && mainFolderOf(one) !== folderOf(one.file));
    expect(wrong).toEqual([]);
  });
});

test('the renderer reaches main through the contract alone', () => {
  const wrong = imports.filter(
    (one) =>
      one.file.startsWith('src-renderer') &&
      (one.target.startsWith('#') ? !one.target.startsWith('#contract') : one.target.includes('src-main')),
  );
  expect(wrong).toEqual([]);
});

test('a pane of the renderer does not reach into another', () => {
  const shared = new Set(['api', 'ui', 'state']);
  const wrong = imports.filter(({ file, target }) => {
    if (!file.startsWith('src-renderer') || !target.startsWith('.')) return false;
    const from = folderOf(file);
    const to = relative(join(ROOT, 'src-renderer'), resolve(ROOT, dirname(file), target)).split(sep)[0] ?? '';
    return from !== to && from !== 'app' && from !== 'main.tsx' && !shared.has(to);
  });
  expect(wrong).toEqual([]);
});

test('outside modules are imported where they are owned', () => {
  const wrong = imports.filter(({ file, target }) => {
    const owner = Object.keys(OWNED).find(
      (name) => target === name || (target.startsWith(`${name}/`) && name !== 'node:child_process'),
    );
    return owner !== undefined && !OWNED[owner]?.some((place) => file.startsWith(place + sep));
  });
  expect(wrong).toEqual([]);
});

test('at most four files import electron', () => {
  expect(
    new Set(imports.filter(({ target }) => target === 'electron').map(({ file }) => file)).size,
  ).toBeLessThanOrEqual(4);
});
