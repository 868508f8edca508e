import { join } from 'node:path';

/** Folders of our own in the data folder, which change all the time and are nobody's work. */
const FOLDERS = ['ledger', 'logs', 'spool', 'electron', 'browser', 'open', 'js-packages'];

/** What decides what may be done, and what was typed: no tool of a model changes or reads around it (decision 12). */
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
  'providers.yaml',
  'mcp.json',
  'mcp.json.damaged',
  'mcp.sock',
  'console-history.jsonl',
  'shell-adapter.yaml',
  'shell-adapter.token',
];

export const ownFolders = (dataFolder: string): string[] => FOLDERS.map((name) => join(dataFolder, name));

/** Absolute paths that no tool of a model may touch; the folders with all that is in them. */
export function ownFiles(at: { readonly dataFolder: string; readonly home: string; readonly workspace: string }) {
  const profiles = [at.home, at.workspace].map((folder) => join(folder, '.phishell.yaml'));
  return [...ownFolders(at.dataFolder), ...FILES.map((name) => join(at.dataFolder, name)), ...profiles];
}
