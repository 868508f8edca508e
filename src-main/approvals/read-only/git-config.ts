/** Whether a repository's own configuration names programs that reading commands would run all the same. */
import { posix } from 'node:path';
import type { Reader } from './reader.ts';

/** Sections in which nothing names a program for `status`, `diff`, `log` and their like; with core, some keys of which do. */
const SECTIONS = new Set([
  'core',
  'remote',
  'branch',
  'user',
  'color',
  'init',
  'pull',
  'push',
  'advice',
  'merge',
  'rebase',
  'fetch',
]);
const CORE_KEYS = new Set(
  'repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf quotepath hookspath fsmonitor'.split(
    ' ',
  ),
);

export function whyConfigRunsCode(cwds: readonly string[], reader: Reader): string | undefined {
  for (const cwd of cwds) {
    const why = whyRepositoryRunsCode(reader.files.realpath(cwd) ?? cwd, reader);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** From the folder upwards, as git looks for it. What lies above the workspace is not the workspace's to write. */
function whyRepositoryRunsCode(from: string, reader: Reader): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const found = repositoryAt(folder, reader);
    if (found !== undefined) return found.why;
    if (folder === '/') return undefined;
  }
}

/** Undefined where there is no repository. */
function repositoryAt(folder: string, { files }: Reader): { readonly why: string | undefined } | undefined {
  const has = (name: string) => files.realpath(`${folder}/${name}`) !== undefined;
  // A folder may itself be a repository without a working tree.
  if (has('HEAD') && has('objects')) return { why: 'the folder is itself a repository' };
  if (!has('.git')) return undefined;
  if (files.names(`${folder}/.git`) === undefined || has('.git/commondir'))
    return { why: 'the repository lies elsewhere' };
  const text = files.text(`${folder}/.git/config`);
  const isFine = text === undefined || isHarmless(text);
  return { why: isFine ? undefined : "the repository's configuration may name programs to run" };
}

function isHarmless(config: string): boolean {
  let section = '';
  return config.split('\n').every((text) => {
    const line = text.trim();
    if (line === '' || /^[#;]/.test(line)) return true;
    const header = /^\[([a-z]+)(?: "[^"\\]*")?\]$/i.exec(line);
    if (header === null) return isHarmlessKey(section, line);
    section = header[1]?.toLowerCase() ?? '';
    return SECTIONS.has(section);
  });
}

function isHarmlessKey(section: string, line: string): boolean {
  const key = /^([a-z][a-z0-9]*)\s*=/i.exec(line)?.[1]?.toLowerCase();
  if (key === undefined || line.endsWith('\\')) return false;
  return SECTIONS.has(section) && (section !== 'core' || CORE_KEYS.has(key));
}
