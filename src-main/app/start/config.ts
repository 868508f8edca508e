import { readFileSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { messageOf } from '#core/app-error';
import { commandEnvironment, personEnvironment } from './child-environment.ts';
import { type CommandLine, type CommandLineOptions, parseCommandLine } from './command-line.ts';
import { dataFolderOf, type ProcessEnvironment } from './data-folder.ts';
import { takeKeyVariables } from './key-variables.ts';
import { StartError } from './start-error.ts';

/** Validated settings with which the app was started. */
export interface Config extends CommandLine {
  readonly version: string;
  /** Folder of the app itself, with `package.json`, `out/` and `resources/`. */
  readonly installFolder: string;
  readonly dataFolder: string;
  /** The person's home: `~`, and where the global profiles lie. */
  readonly home: string;
  /** `PHISHELL_KEY`, which no other part of the app and no child gets to see. */
  readonly phishellKey: string | undefined;
  /** Variables with a key that programs can still read in `/proc`; normally none. */
  readonly readableKeys?: readonly string[];
  /** Absolute and there; without it the app opens its copy of the sample workspace. */
  readonly workspace: string | undefined;
  /** The process's own variables: keys and proxies for the model client, the display for a window. */
  readonly environment: ProcessEnvironment;
  readonly terminalEnvironment: Readonly<Record<string, string>>;
  readonly commandEnvironment: Readonly<Record<string, string>>;
}

/** @throws StartError if the command line is wrong or names a workspace that is not there. */
export function readConfig(
  installFolder: string,
  args: readonly string[] = process.argv.slice(2),
  options: CommandLineOptions = {},
): Config {
  const commandLine = parseCommandLine(args, options);
  const { keys, readable } = takeKeyVariables(process.env);
  const { PHISHELL_KEY: phishellKey, ...otherKeys } = keys;
  const environment: ProcessEnvironment = { ...process.env, ...otherKeys };
  const home = homeFolder();
  return {
    ...commandLine,
    isDebug: commandLine.isDebug || environment.DEBUG !== undefined,
    home,
    phishellKey: phishellKey?.trim() || undefined,
    ...(readable.length > 0 && { readableKeys: readable }),
    version: versionIn(installFolder),
    installFolder,
    dataFolder: dataFolderOf(environment, { platform: process.platform, home }),
    workspace: commandLine.folder === undefined ? undefined : existingFolder(commandLine.folder),
    environment,
    terminalEnvironment: personEnvironment(environment),
    commandEnvironment: commandEnvironment(environment),
  };
}

/** An empty or relative HOME would put everything wherever the app happens to be started. */
function homeFolder(): string {
  return isAbsolute(homedir()) ? homedir() : userInfo().homedir;
}

function versionIn(installFolder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(installFolder, 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest && 'version' in manifest ? manifest.version : undefined;
  return typeof version === 'string' ? version : '0.0.0';
}

function existingFolder(folder: string): string {
  const path = resolve(folder);
  try {
    if (statSync(path).isDirectory()) return path;
  } catch (error) {
    throw new StartError(`The workspace ${path} cannot be opened: ${messageOf(error)}`, 1, error);
  }
  throw new StartError(`The workspace ${path} is a file; -dir takes a folder`);
}
