import { join, resolve } from 'node:path';
import { type App, createApp } from '#app/create-app';
import { commandEnvironment, personEnvironment } from '#app/start/child-environment';
import { readConfig } from '#app/start/config';
import type { Api } from '#contract';
import { localClient } from '#core/servers/local-client';
import { startNodeChild } from '#process/node-program';

const ROOT = resolve(import.meta.dirname, '../..');

export interface PlainApp extends AsyncDisposable {
  readonly app: App;
  readonly api: Api;
}

/** The app on `home`, `workspace` and `data` of a folder, which must be there; several may be started one after the other. */
export async function plainApp(folder: string): Promise<PlainApp> {
  const at = (name: string) => join(folder, name);
  const environment = { HOME: at('home'), PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', SHELL: '/bin/bash' };
  const config = {
    ...readConfig(ROOT, []),
    home: at('home'),
    workspace: at('workspace'),
    dataFolder: at('data'),
    environment,
    terminalEnvironment: personEnvironment(environment),
    commandEnvironment: commandEnvironment(environment),
  };
  const app = await createApp(config, { target: 'browser', startNode: startNodeChild, quit: () => {} });
  const api = localClient(app);
  return { app, api, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}
