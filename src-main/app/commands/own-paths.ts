import { join } from 'node:path';
import { realOrSameAtOnce } from '#core/files/real-path';

/** Folders of our own in the data folder, which change all the time and contain no person's work. */
const FOLDERS = ['ledger', 'logs', 'spool', 'electron', 'browser', 'open', 'js-packages', 'venvs'];

/**
 * Files, and a folder of them, that decide what may be done or by whom, and what was typed: no tool of a model changes or reads around it
 * (docs/decisions/012-rules.md).
 */
const FILES = [
  'settings.yaml',
  'rules.yaml',
  'settings.before-profiles.yaml',
  'layout.json',
  'window.json',
  'host.lock',
  'host.sock',
  'keys.enc',
  'key-origins.json',
  'trusted.json',
  'agent-workspaces.json',
  'workspace-trust',
  'schedules.json',
  'channels.json',
  'session-sockets.json',
  'prompts/rest.token',
  'providers.yaml',
  'mcp.json',
  'mcp.json.damaged',
  'mcp.sock',
  'console-history.jsonl',
  'shell-adapter.yaml',
  'shell-adapter.token',
];

export const ownFolders = (dataFolder: string): string[] => FOLDERS.map((name) => join(dataFolder, name));

interface AppFolders {
  readonly dataFolder: string;
  readonly home: string;
  /** Their local profiles are ours, too. */
  readonly workspaces: readonly string[];
}

/** Absolute paths that no tool of a model may touch; the folders with all that is in them. */
function ownFiles({ dataFolder, home, workspaces }: AppFolders): string[] {
  const profiles = [home, ...workspaces].map((folder) => join(folder, '.phishell.yaml'));
  return [...ownFolders(dataFolder), ...FILES.map((name) => join(dataFolder, name)), ...profiles];
}

/** A folder of ours may be reached by a link, and what is asked about has its links resolved. */
function bothSpellings(at: AppFolders): string[] {
  const { dataFolder, home, workspaces } = at;
  const real = {
    dataFolder: realOrSameAtOnce(dataFolder),
    home: realOrSameAtOnce(home),
    workspaces: workspaces.map(realOrSameAtOnce),
  };
  return [...new Set([...ownFiles(at), ...ownFiles(real)])];
}

/** Our own paths for work in a workspace: the profiles of every open one are among them. Worked out once while the same are open. */
export function ownPathsIn(
  at: Pick<AppFolders, 'dataFolder' | 'home'>,
  openWorkspaces: () => readonly string[],
): (workspace: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (workspace) => {
    const workspaces = [...new Set([...openWorkspaces(), workspace])];
    const key = workspaces.join('\0');
    const own = known.get(key) ?? bothSpellings({ ...at, workspaces });
    known.set(key, own);
    return own;
  };
}
