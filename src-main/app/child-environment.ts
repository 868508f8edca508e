import { delimiter } from 'node:path';
import type { Environment } from './data-folder.ts';

/** What concerns only this process and the launcher that started it. */
const OURS =
  /^(SIGMA_|ELECTRON_|npm_|NODE_OPTIONS$|NODE_CHANNEL_FD$|INIT_CWD$|PHISHELL_KEY$|CHROME_DESKTOP$|ORIGINAL_XDG_)/i;

/** Names of what opens something: keys of model servers above all, which no program that a model starts needs. */
const SECRET =
  /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE)S?$|(^|_)(API_?KEY|KEYS?|TOKENS?|SECRETS?|PASS|PW|CREDENTIALS?|COOKIES?|BEARER|PAT)(_|$)|_(PWD|AUTH)$/i;
/** Proxies that ask for a password are of no use without it. */
const PROXY = /_proxy$/i;
const URL_WITH_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*:[^/@\s]+@/i;

/** The environment of the person's own shells: theirs, without what starting this app put into it. */
export function terminalEnvironment(environment: Environment): Record<string, string> {
  const isFromNpm = environment.npm_lifecycle_event !== undefined;
  const entries = Object.entries(environment).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || OURS.test(name)) return [];
    if (isFromNpm && (name === 'NODE' || name === 'COLOR')) return [];
    return [[name, isFromNpm && /^path$/i.test(name) ? withoutNpmFolders(value) : value]];
  });
  return Object.fromEntries(entries);
}

/** The environment of programs a model starts: the person's, without keys, tokens and passwords. */
export function commandEnvironment(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(terminalEnvironment(environment)).filter(([name, value]) => !isSecret(name, value)),
  );
}

function isSecret(name: string, value: string): boolean {
  return SECRET.test(name) || (!PROXY.test(name) && URL_WITH_PASSWORD.test(value));
}

/** npm puts `node_modules/.bin` of every folder upwards in front of the PATH. */
function withoutNpmFolders(path: string): string {
  const isNpms = /[\\/](node_modules[\\/]\.bin|node-gyp-bin)$/;
  return path
    .split(delimiter)
    .filter((folder) => !isNpms.test(folder))
    .join(delimiter);
}
