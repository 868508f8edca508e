import type { AdapterClient, AdapterShell, Containment, LimitRaise } from '#contract';
import { CleanupStack } from '#core/async/cleanup-stack';
import { realOrSame } from '#core/files/real-path';
import { openContainment } from '#process/containment/open-containment';
import { AdapterError } from '../shells/model.ts';
import { createEngine, type EngineOptions, type EngineParts } from './adapter-engine.ts';
import { boxesFor } from './boxes-for.ts';
import { clientSocket } from './client-socket.ts';
import type { AdapterConfig } from './config/adapter-config.ts';
import { aliveIn, withWaiting } from './listed.ts';
import { type ListeningServer, listen } from './listen.ts';
import { openLog } from './settings-of.ts';
import { serveAdapterClient } from './transport.ts';
import { UnreadRoom } from './unread-room.ts';

export interface RunningAdapter {
  readonly url: string;
  readonly logFile: string;
  readonly config: AdapterConfig;
  readonly containment: Containment;
  /** Reason why its shells run outside the box; absent if they live in one. */
  readonly noBox: string | undefined;
  clients(): readonly AdapterClient[];
  shells(): readonly AdapterShell[];
  /** @throws AdapterError session_not_found */
  closeShell(id: string): Promise<void>;
  /**
   * Gives a client's commands more room; `undefined` if no client has that record. @throws AppError as
   * `CommandLimits.raise`
   */
  raise(raise: LimitRaise): Promise<{ to: number }> | undefined;
  shutOut(): Promise<void>;
  stop(): Promise<void>;
}

export interface AdapterStartOptions extends EngineOptions {
  readonly warnings: readonly string[];
  readonly token: () => string | undefined;
  /** Called if it no longer listens, and must be stopped. */
  readonly onBroken: (error: Error) => void;
}

/** Time for stopped requests to be answered, in milliseconds. */
const LAST_ANSWERS_MS = 5000;
/** Time for the last messages to reach the clients, in milliseconds. */
const GOODBYE_MS = 150;

/** @throws AppError UNAVAILABLE if the port cannot be had; nothing is left open then */
export async function startAdapter(options: AdapterStartOptions): Promise<RunningAdapter> {
  const cleanup = new CleanupStack();
  try {
    return await startWithin(options, cleanup);
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error;
  }
}

async function startWithin(options: AdapterStartOptions, cleanup: CleanupStack): Promise<RunningAdapter> {
  const { config, warnings, token, ports, onChanged, onBroken } = options;
  const { redactor, stderr, warn } = ports;
  const onProblem = (text: string) => {
    stderr(text);
    warn(text);
  };
  const log = cleanup.use(openLog(config, { redactor, onProblem, onCritical: stderr }));
  const containment = cleanup.use(
    await openContainment({ environment: ports.environment, allowNamespace: true, log: ports.log }),
  );
  const root = await realOrSame(config.workspace);
  const { boxes, noBox } = await boxesFor(options, containment);
  const { shells, commands, clients, requests, metadata, limits } = createEngine(options, {
    cleanup,
    log,
    containment,
    root,
    boxes,
  });
  const tellAlive = () => ports.onAlive(aliveIn({ shells, clients }, root));
  cleanup.add(() => ports.onAlive([]));
  const { adapter_type: adapterType } = config.adapter;
  const unread = new UnreadRoom();
  const listening = await listen({
    config,
    token,
    onConnect: (socket) => {
      const connection = clientSocket(socket, unread);
      serveAdapterClient(clients.connect(connection), connection, { requests, adapterType, log });
      tellAlive();
    },
    onRefused: (why, address) => log.warning(`Connection refused from ${address}: ${why}`),
    onBroken: (error) => {
      log.critical(`The server broke: ${error.message}`);
      onBroken(error);
    },
  });
  log.info(`Shell Adapter started on ${listening.url} (workspace ${config.workspace}, ${containment.state.step})`);
  for (const warning of warnings) log.warning(warning);
  void metadata();
  cleanup.add(shells.onChanged(onChanged));
  cleanup.add(shells.onChanged(tellAlive));
  return {
    url: listening.url,
    logFile: config.logFile,
    config,
    containment: containment.state,
    noBox,
    clients: () => clients.connected.map(({ view }) => view),
    shells: () => shells.list().map((shell) => withWaiting(shell, { commands, clients })),
    closeShell: (id: string) => shells.close(id),
    raise: (raise) => (clients.all.some(({ record }) => record.id === raise.session) ? limits.raise(raise) : undefined),
    shutOut: () => clients.shutOut(),
    stop: async () => {
      log.warning('Shell Adapter stops');
      listening.stopAccepting();
      try {
        await sayGoodbye({ shells, requests, clients });
      } finally {
        await endAll({ listening, log, cleanup });
      }
    },
  };
}

type Engine = ReturnType<typeof createEngine>;

/** Ends everything that runs and informs all clients; rejects if something could not be ended. */
async function sayGoodbye({ shells, requests, clients }: Pick<Engine, 'shells' | 'requests' | 'clients'>) {
  const answered = requests.stop(LAST_ANSWERS_MS);
  // What runs learns it from its shell, what waits from its request.
  const ended = shells[Symbol.asyncDispose]();
  for (const client of clients.all) client.cancelAll(new AdapterError('adapter_stopping', STOPPING));
  const [all] = await Promise.allSettled([ended]);
  await answered;
  clients.tellAll('disconnected');
  await new Promise((resolve) => setTimeout(resolve, GOODBYE_MS));
  if (all.status === 'rejected') throw all.reason;
}

const STOPPING = 'The Shell Adapter is stopping';

/** No port is left open, whatever fails. */
async function endAll({
  listening,
  log,
  cleanup,
}: Pick<EngineParts, 'log' | 'cleanup'> & { readonly listening: ListeningServer }) {
  try {
    await listening.close();
    log.info('Shell Adapter stopped');
  } finally {
    await cleanup[Symbol.asyncDispose]();
  }
}
