import type { WorkspaceFiles } from './workspace-files.ts';

const TREE_DEPTH = 4;
const TREE_LINES = 500;
const MAX_LANGUAGES = 10;

/** Languages by the last file extension; other extensions are not counted. */
const LANGUAGES: Readonly<Record<string, string>> = {
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  hpp: 'C++',
  cs: 'C#',
  css: 'CSS',
  dart: 'Dart',
  ex: 'Elixir',
  exs: 'Elixir',
  go: 'Go',
  hs: 'Haskell',
  html: 'HTML',
  java: 'Java',
  js: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  jsx: 'JavaScript',
  kt: 'Kotlin',
  lua: 'Lua',
  md: 'Markdown',
  php: 'PHP',
  pl: 'Perl',
  py: 'Python',
  r: 'R',
  rb: 'Ruby',
  rs: 'Rust',
  scala: 'Scala',
  sh: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  vue: 'Vue',
  zig: 'Zig',
};

/** Lists the languages of files, the most used first. */
export function languagesOf(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
    const language = Object.hasOwn(LANGUAGES, extension) ? LANGUAGES[extension] : undefined;
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
  return sorted.slice(0, MAX_LANGUAGES).map(([language]) => language);
}

/** Folders and files as indented lines; what lies too deep is a number. */
export function treeOf({ paths, isCut }: Pick<WorkspaceFiles, 'paths' | 'isCut'>): string {
  const lines: string[] = [];
  addFolder(lines, nestPaths(paths), 0);
  const isLong = lines.length > TREE_LINES;
  return [...lines.slice(0, TREE_LINES), ...(isLong || isCut ? ['…'] : [])].join('\n');
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: string[];
  count: number;
}

function nestPaths(paths: readonly string[]): Folder {
  const root: Folder = { folders: new Map(), files: [], count: 0 };
  for (const path of paths) {
    const names = path.split('/');
    const file = names.pop() ?? '';
    let folder = root;
    folder.count++;
    for (const name of names) {
      const inner = folder.folders.get(name) ?? { folders: new Map(), files: [], count: 0 };
      folder.folders.set(name, inner);
      folder = inner;
      folder.count++;
    }
    folder.files.push(file);
  }
  return root;
}

function addFolder(lines: string[], { folders, files }: Folder, depth: number): void {
  if (lines.length > TREE_LINES) return;
  const indent = '  '.repeat(depth);
  for (const [name, inner] of folders) {
    if (depth + 1 >= TREE_DEPTH) {
      lines.push(`${indent}${name}/ (${inner.count})`);
    } else {
      lines.push(`${indent}${name}/`);
      addFolder(lines, inner, depth + 1);
    }
  }
  for (const file of files) lines.push(indent + file);
}
