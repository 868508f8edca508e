import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, createApp } from '#app/create-app';
import { commandEnvironment, personEnvironment } from '#app/start/child-environment';
import { parseCommandLine } from '#app/start/command-line';
import type { Config } from '#app/start/config';
import type { Api, TerminalSize } from '#contract';
import { localClient } from '#core/servers/local-client';
import type { OpenEntry } from '#keychain';
import { type StartNode, startNodeChild } from '#process/node-program';
import { jsHostProgram } from './js-host-program.ts';
import { type PhiSession, phiSession } from './phi-session.ts';
import { type Script, type ScriptedModelServer, scriptedModelServer } from './scripted-model-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Text of a configuration file; a function is given the address of the model server. */
type FileText = string | ((baseUrl: string) => string);

export interface PhiHomeOptions {
  /** `~/.phishell.yaml`; profiles A and B of the model server if nothing is said, no file for `''`. */
  readonly global?: FileText;
  /** `.phishell.yaml` of the workspace. */
  readonly local?: FileText;
  /** `settings.yaml` of the data folder. */
  readonly settings?: string;
  readonly replies?: readonly Script[];
  /** Secrets in the system's keychain, by `service/account`. */
  readonly keychain?: Map<string, string>;
  /** Whether packages are attached, for which the program that runs them is built. */
  readonly hasNodePackages?: boolean;
  /** Starter of Node processes; by default as a host that runs under Node. */
  readonly startNode?: StartNode;
}

export interface PhiStart {
  /** The command line after `sigma console`. */
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly phishellKey?: string;
  readonly size?: TerminalSize;
}

/** A started app with the console's front on a terminal in memory. */
export interface PhiApp extends AsyncDisposable {
  readonly app: App;
  readonly api: Api;
  readonly session: PhiSession;
}

/** A home, a workspace and a data folder, which outlive an app, with a model server. */
export interface PhiHome extends AsyncDisposable {
  readonly home: string;
  readonly workspace: string;
  readonly dataFolder: string;
  readonly model: ScriptedModelServer;
  readonly keychain: Map<string, string>;
  readonly environment: Readonly<Record<string, string>>;
  /** The app alone, without anybody at a terminal. */
  open(start?: PhiStart): Promise<App>;
  start(start?: PhiStart): Promise<PhiApp>;
}

/** Profiles A and B of one server, which both need no key to be asked for. */
export const TWO_PROFILES = (baseUrl: string) => `default: A
profiles:
  A: {baseurl: '${baseUrl}', key: key-a, model: model-a, prompt: Prompt of A.}
  B: {baseurl: '${baseUrl}', key: key-b, model: model-b, prompt: Prompt of B.}
`;

export async function phiHome(options: PhiHomeOptions = {}): Promise<PhiHome> {
  const folder = await temporaryFolder();
  const model = await scriptedModelServer(options.replies);
  const at = (name: string) => join(folder.path, name);
  const [home, workspace, dataFolder] = [at('home'), at('home/work'), at('data')];
  for (const path of [workspace, dataFolder]) await mkdir(path, { recursive: true });
  await writeFile(join(home, '.bashrc'), '');
  await write(join(home, '.phishell.yaml'), options.global ?? TWO_PROFILES, model.baseUrl);
  await write(join(workspace, '.phishell.yaml'), options.local ?? '', model.baseUrl);
  await write(join(dataFolder, 'settings.yaml'), options.settings ?? '', model.baseUrl);
  const installFolder = await installedIn(at('installed'), options.hasNodePackages ?? false);
  const keychain = options.keychain ?? new Map<string, string>();
  const environment = {
    HOME: home,
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    SIGMA_DATA: dataFolder,
  };

  const open = async (start: PhiStart = {}): Promise<App> => {
    const variables = { ...environment, ...start.environment };
    const commandLine = parseCommandLine(start.args ?? [], { entry: 'console' });
    const config: Config = {
      ...commandLine,
      version: '0.0.0-test',
      installFolder,
      dataFolder,
      home,
      phishellKey: start.phishellKey,
      workspace: commandLine.folder ?? workspace,
      environment: variables,
      terminalEnvironment: personEnvironment(variables),
      commandEnvironment: commandEnvironment(variables),
    };
    return await createApp(config, {
      target: 'console',
      startNode: options.startNode ?? startNodeChild,
      quit: () => {},
      openKeychainEntry: entriesOf(keychain),
    });
  };
  return {
    home,
    workspace,
    dataFolder,
    model,
    keychain,
    environment,
    open,
    start: async (start: PhiStart = {}) => {
      const app = await open(start);
      const api = localClient(app);
      const { isDebug, resume } = parseCommandLine(start.args ?? [], { entry: 'console' });
      const more = { ...(start.size && { size: start.size }), ...(resume !== undefined && { resume }) };
      const session = phiSession({ api, isDebug, ...more });
      return {
        app,
        api,
        session,
        [Symbol.asyncDispose]: async () => {
          await session[Symbol.asyncDispose]();
          await app[Symbol.asyncDispose]();
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      await model[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A home and the app started in it, both ended together. */
export async function phiApp(
  options: PhiHomeOptions & PhiStart = {},
): Promise<PhiApp & Omit<PhiHome, 'start' | 'open'>> {
  const home = await phiHome(options);
  try {
    const started = await home.start(options);
    return {
      ...home,
      ...started,
      [Symbol.asyncDispose]: async () => {
        await started[Symbol.asyncDispose]();
        await home[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await home[Symbol.asyncDispose]();
    throw error;
  }
}

export interface SentMessage {
  readonly role: string;
  readonly content?: string;
  readonly tool_calls?: readonly unknown[];
}

/** Body of a request for a completion. */
export interface SentBody {
  readonly model: string;
  readonly top_p?: number;
  readonly messages: readonly SentMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** The bodies of the requests for completions so far. */
export function sentTo({ completions }: Pick<ScriptedModelServer, 'completions'>): readonly SentBody[] {
  return completions.map(({ body }) => body as SentBody);
}

/** Names of the tools that a request offered, in its order. */
export const toolsOf = (body: SentBody | undefined): readonly string[] =>
  (body?.tools ?? []).map((tool) => tool.function.name);

async function write(path: string, text: FileText, baseUrl: string): Promise<void> {
  const content = typeof text === 'string' ? text : text(baseUrl);
  if (content !== '') await writeFile(path, content, { mode: 0o600 });
}

/** Creates a folder like an installed app: ours, with the program that runs Node packages built for tests. */
async function installedIn(folder: string, hasNodePackages: boolean): Promise<string> {
  await mkdir(join(folder, 'out', 'main'), { recursive: true });
  await symlink(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'resources'), join(folder, 'resources'));
  if (hasNodePackages) await symlink(await jsHostProgram(), join(folder, 'out', 'main', 'js-host.js'));
  return folder;
}

/** A keychain in memory; `null` is what the library answers if there is nothing. */
function entriesOf(items: Map<string, string>): OpenEntry {
  return async (service, account) => {
    const name = `${service}/${account}`;
    return {
      getPassword: async () => items.get(name) ?? null,
      setPassword: async (secret) => void items.set(name, secret),
      deleteCredential: async () => items.delete(name),
    };
  };
}
