import { RPCLink } from '@orpc/client/message-port';
import { createApp } from '#app/create-app';
import type { Config } from '#app/start/config';
import { becomeHostOrJoin, type JoinedStart } from '#app/start/host-lock';
import { JoinedConsoles } from '#app/start/joined-consoles';
import { catchUncaught, uncaughtReports } from '#app/start/uncaught';
import { apiClient } from '#contract/api-client';
import { CleanupStack } from '#core/async/cleanup-stack';
import { linePort } from '#core/servers/line-port';
import { localClient } from '#core/servers/local-client';
import type { StartNode } from '#process/node-program';
import type { RunningHost } from './host-status.ts';
import type { ServingHost } from './service-command.ts';

/** Ends the process as a person would end a service started in a terminal. */
const endByItself = (): void => void process.kill(process.pid, 'SIGTERM');

/** The host of the data folder: the one that runs, or this process. */
export async function openHost(config: Config, startNode: StartNode): Promise<ServingHost> {
  const cleanup = new CleanupStack();
  try {
    const lock = await becomeHostOrJoin(config.dataFolder);
    if (lock.kind === 'joined') return joinedHost(lock);
    cleanup.use(lock);
    const app = cleanup.use(await createApp(config, { target: 'console', startNode, quit: endByItself }));
    cleanup.add(catchUncaught(uncaughtReports(app)));
    lock.onSecondStart(() => ({ pid: process.pid, workspace: app.workspace.path, isConsole: true }));
    const joined = cleanup.use(new JoinedConsoles(app));
    lock.onJoin(joined.accept);
    cleanup.add(() => lock.stopAnswering());
    return {
      api: localClient(app),
      joined: undefined,
      [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
    };
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error;
  }
}

/** The host that runs in another process, over its socket. */
export function joinedHost({ pid, socket }: JoinedStart): RunningHost {
  return {
    api: apiClient(new RPCLink({ port: linePort(socket) })),
    joined: pid,
    onEnded: (listener) => {
      socket.once('close', listener);
      return () => void socket.off('close', listener);
    },
    [Symbol.asyncDispose]: async () => {
      socket.end();
      socket.destroy();
    },
  };
}
