import type { CodeLanguage } from './code-types.ts';

const BY_ENDING: ReadonlyMap<string, CodeLanguage> = new Map(
  Object.entries({
    py: 'python',
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    jsx: 'javascript',
    ts: 'typescript',
    mts: 'typescript',
    tsx: 'typescript',
    md: 'markdown',
    json: 'json',
    yaml: 'yaml',
    yml: 'yaml',
    toml: 'ini',
    ini: 'ini',
    cfg: 'ini',
    sh: 'shell',
    bash: 'shell',
  }),
);

/** The language in which a file is coloured, by its ending. */
export function languageOfFile(file: string): CodeLanguage {
  return BY_ENDING.get(file.slice(file.lastIndexOf('.') + 1).toLowerCase()) ?? 'plaintext';
}
