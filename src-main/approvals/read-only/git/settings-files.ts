/** The settings of files of git's configuration, with all that they include, whether git would include it now or not. */
import { dirname, isAbsolute, join } from 'node:path';
import { type GitSetting, settingsIn } from './config-text.ts';
import { readGitFile } from './files-at-once.ts';

const MAX_BYTES = 1_000_000;
/** Files that are read, with those they include. */
const MAX_FILES = 50;

export type SettingsRead = { readonly settings: readonly GitSetting[] } | { readonly why: string };

/** Reads the settings of files; one that is not there has none. @param home absolute; where `~/` leads */
export async function readSettings(files: readonly string[], home: string): Promise<SettingsRead> {
  const settings: GitSetting[] = [];
  const waiting = new Set(files);
  // What is added while it is gone through comes last.
  for (const file of waiting) {
    if (waiting.size > MAX_FILES) return { why: `git's configuration includes more than ${MAX_FILES} files` };
    const found = await settingsOfFile(file);
    if (found === undefined) return { why: `git's configuration in ${file} cannot be read` };
    settings.push(...found);
    const paths = found.filter(isInclude).map(({ value }) => resolveInclude(value ?? '', dirname(file), home));
    for (const path of paths) {
      if (path === undefined) return { why: `git's configuration in ${file} includes what cannot be found` };
      waiting.add(path);
    }
  }
  return { settings };
}

async function settingsOfFile(file: string): Promise<readonly GitSetting[] | undefined> {
  const reading = await readGitFile(file, MAX_BYTES);
  if (reading.state === 'missing') return [];
  return reading.state === 'text' ? settingsIn(reading.text) : undefined;
}

/** An `includeIf` counts as if its condition held. */
const isInclude = ({ section, key }: GitSetting): boolean => /^include(if)?$/.test(section) && key === 'path';

function resolveInclude(path: string, folder: string, home: string): string | undefined {
  if (path.startsWith('~/')) return join(home, path.slice(2));
  if (path === '' || /^(~|%\()/.test(path)) return undefined;
  return isAbsolute(path) ? path : join(folder, path);
}
