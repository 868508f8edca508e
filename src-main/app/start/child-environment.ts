import { delimiter } from 'node:path';
import { isSecretVariable } from '#core/secrets/secret-variables';
import type { ProcessEnvironment } from './data-folder.ts';

/** Variables that concern only this process and the launcher that started it. */
const OURS =
  /^(SIGMA_|ELECTRON_|npm_|NODE_OPTIONS$|NODE_CHANNEL_FD$|INIT_CWD$|PHISHELL_KEY$|CHROME_DESKTOP$|ORIGINAL_XDG_)/i;

/** The environment of the person's own shells: theirs, without what starting this app put into it. */
export function personEnvironment(environment: ProcessEnvironment): Record<string, string> {
  const isFromNpm = environment.npm_lifecycle_event !== undefined;
  const entries = Object.entries(environment).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || OURS.test(name)) return [];
    if (isFromNpm && (name === 'NODE' || name === 'COLOR')) return [];
    return [[name, isFromNpm && /^path$/i.test(name) ? withoutNpmFolders(value) : value]];
  });
  return Object.fromEntries(entries);
}

/** The environment of programs a model starts: the person's, without keys, tokens and passwords. */
export function commandEnvironment(environment: ProcessEnvironment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(personEnvironment(environment)).filter(([name, value]) => !isSecretVariable(name, value)),
  );
}

/** npm puts `node_modules/.bin` of every folder upwards in front of the PATH. */
function withoutNpmFolders(path: string): string {
  const isNpms = /[\\/](node_modules[\\/]\.bin|node-gyp-bin)$/;
  return path
    .split(delimiter)
    .filter((folder) => !isNpms.test(folder))
    .join(delimiter);
}
